package org.plimsoll.driver.mongodb;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.RealServer;

/** Tests the driver on FerretDB, which Go builds from its module. */
@Tag("slow")
class FerretDbTest extends MongoDbContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = FerretDb.start(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected RealServer server() {
    return server;
  }
}
