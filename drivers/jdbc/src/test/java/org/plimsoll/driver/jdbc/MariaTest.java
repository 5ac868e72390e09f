package org.plimsoll.driver.jdbc;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.MariaServer;
import org.plimsoll.testkit.RealServer;

/** MariaDB with one connection per session. */
class MariaTest extends JdbcContract {
  @TempDir static Path folder;
  static MariaServer maria;

  @BeforeAll
  static void startServer() throws Exception {
    maria = MariaServer.start(folder);
  }

  @AfterAll
  static void stopServer() {
    maria.close();
  }

  @Override
  protected RealServer server() {
    return maria.server();
  }

  @Override
  protected String addressAt(String hostAndPort) {
    return "mariadb://" + hostAndPort + "/" + MariaServer.DATABASE;
  }
}
