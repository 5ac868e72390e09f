package org.plimsoll.driver.http;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.NginxServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract over HTTP/2 without TLS, with many requests on a connection. */
class Http2Test extends ServerDriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = NginxServer.start(folder, "http2", "location = /health { return 200; }");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new HttpDriver();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("version", "http2", "streams", "32", "rehearsal", "GET /health");
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return server.address();
  }
}
