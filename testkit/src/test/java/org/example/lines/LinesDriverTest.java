package org.example.lines;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;

class LinesDriverTest extends ServerDriverContract {
  @TempDir static Path folder;
  private static RealServer server;

  @BeforeAll
  static void startServer() {
    int port = RealServer.freePort();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            LinesServer.class.getName(),
            String.valueOf(port));
    server =
        RealServer.start(
            command, port, folder, () -> RealServer.listens(port), Duration.ofSeconds(20));
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new LinesDriver();
  }

  @Override
  protected RealServer server() {
    return server;
  }

  @Override
  protected String address() {
    return server.address();
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("name", "street");
  }
}
