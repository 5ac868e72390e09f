package org.plimsoll.driver.voldemort;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.VoldemortServers;
import org.plimsoll.testkit.VoldemortServers.Store;

/** The contract with requests that the servers forward. */
class VoldemortServerRoutingTest extends DriverContract {
  @TempDir static Path folder;
  static List<RealServer> servers;

  @BeforeAll
  static void startServers() throws Exception {
    servers = VoldemortServers.start(folder, List.of(0, 0), Store.of("users", 1, 1, 1));
  }

  @AfterAll
  static void stopServers() {
    servers.forEach(RealServer::close);
  }

  @Override
  protected Driver driver() {
    return new VoldemortDriver();
  }

  @Override
  protected String address() {
    return servers.getLast().address() + "/users";
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("routing", "server");
  }

  @Test
  void factsSayWhoRoutes() throws Exception {
    opened(client -> assertThat(client.facts()).containsEntry("routing", "server"));
  }
}
