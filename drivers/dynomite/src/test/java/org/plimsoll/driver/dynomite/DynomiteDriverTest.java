package org.plimsoll.driver.dynomite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DynomiteServers;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import org.plimsoll.testkit.ServerDriverContract;

/** The contract with string rows, on a ring of one node. */
class DynomiteDriverTest extends ServerDriverContract {
  @TempDir static Path folder;
  static RealServer redis;
  static RealServer server;
  static int adminPort;

  @BeforeAll
  static void startServers() throws IOException {
    redis = RedisServers.start(Files.createDirectory(folder.resolve("redis")));
    adminPort = RealServer.freePort();
    server = DynomiteServers.startAlone(folder, redis.port(), adminPort);
  }

  @AfterAll
  static void stopServers() {
    server.close();
    redis.close();
  }

  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new DynomiteDriver();
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
  protected Map<String, String> settings() {
    return Map.of("admin-port", String.valueOf(adminPort));
  }

  /** Dynomite takes values of 1 MiB. */
  @Override
  protected int hugeValueBytes() {
    return 1 << 20;
  }

  @Test
  void factsNameTheRingItsStorageAndItsConsistency() throws Exception {
    opened(client ->
        assertThat(client.facts())
            .containsEntry("nodes", "1")
            .containsEntry("racks", "dc1/rack1 (1)")
            .containsEntry("local-rack", "dc1/rack1")
            .containsEntry("read-consistency", "DC_ONE")
            .containsKeys("server", "storage"));
  }

  @Test
  void aRackThatTheRingDoesNotHaveIsRefusedWithThoseItHas() {
    assertThatThrownBy(() ->
            opened(
                address(),
                Map.of("admin-port", String.valueOf(adminPort), "rack", "rack9"),
                _ -> {}))
        .hasMessageContaining("rack: must be one of dc1/rack1, was 'rack9'");
  }
}
