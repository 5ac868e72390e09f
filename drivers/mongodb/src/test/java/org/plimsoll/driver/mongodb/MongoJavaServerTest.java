package org.plimsoll.driver.mongodb;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.testkit.MongoJavaServer;
import org.plimsoll.testkit.RealServer;

/** Tests the driver on mongo-java-server, a re-implementation of MongoDB. */
class MongoJavaServerTest extends MongoDbContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = MongoJavaServer.start(Path.of("../.."), folder);
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
