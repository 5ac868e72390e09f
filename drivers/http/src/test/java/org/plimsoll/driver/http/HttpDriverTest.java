package org.plimsoll.driver.http;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.NginxServer;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

/** Tests the driver contract over HTTP/1.1 on a file server. */
class HttpDriverTest extends ServerDriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = NginxServer.start(folder, "", "");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new HttpDriver();
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
