package org.plimsoll.driver.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.PostgresServer;
import org.plimsoll.testkit.RealServer;

/** PostgreSQL with one connection per session. */
class PostgresTest extends JdbcContract {
  @TempDir static Path folder;
  static PostgresServer postgres;

  @BeforeAll
  static void startServer() throws Exception {
    postgres = PostgresServer.start(folder);
  }

  @AfterAll
  static void stopServer() {
    postgres.close();
  }

  @Override
  protected RealServer server() {
    return postgres.server();
  }

  @Override
  protected String addressAt(String hostAndPort) {
    return "postgresql://" + hostAndPort + "/postgres";
  }
}
