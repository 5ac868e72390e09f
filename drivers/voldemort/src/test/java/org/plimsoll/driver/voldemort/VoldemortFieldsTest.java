package org.plimsoll.driver.voldemort;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.VoldemortServers;

/** The contract with rows of several fields in one value. */
class VoldemortFieldsTest extends DriverContract {
  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() throws Exception {
    server = VoldemortServers.startAlone(folder, "users");
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Override
  protected Driver driver() {
    return new VoldemortDriver();
  }

  @Override
  protected String address() {
    return server.address() + "/users";
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("name", "größe", "payload");
  }
}
