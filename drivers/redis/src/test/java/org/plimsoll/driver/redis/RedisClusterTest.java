package org.plimsoll.driver.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.LettuceWarnings;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;
import org.plimsoll.testkit.TestTarget;

/** The contract on a real cluster of three masters, with bulks as MGET and MSET split by slot. */
class RedisClusterTest extends DriverContract {
  @TempDir static Path folder;
  static List<RealServer> nodes;

  @BeforeAll
  static void startCluster() throws Exception {
    nodes = RedisServers.startCluster(folder);
  }

  @AfterAll
  static void stopCluster() {
    nodes.forEach(RealServer::close);
  }

  @Override
  protected Driver driver() {
    return new RedisDriver();
  }

  @Override
  protected String address() {
    return nodes.getFirst().address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("bulk", "multi");
  }

  /** The cluster reports all nodes; a server for other users allows only the first here. */
  @Test
  void discoveredNodesThatAreNotAllowedAreNeverConnectedTo() throws Exception {
    RealServer allowed = nodes.getFirst();
    List<Long> before = connections();
    try (TestTarget target =
        new TestTarget(driver(), address(), settings(), fieldNames())
            .reaching(TestTarget::byName, node -> node.getPort() == allowed.port())) {
      assertThatThrownBy(target::open).hasMessageContaining("must be an allowed address");
    }
    List<Long> after = connections();
    for (int i = 1; i < nodes.size(); i++) {
      assertThat(after.get(i)).as("connections to node %s", i).isEqualTo(before.get(i) + 1);
    }
  }

  /** The connections that each node has accepted. To ask is one itself. */
  private static List<Long> connections() throws IOException {
    List<Long> counts = new ArrayList<>();
    for (RealServer node : nodes) {
      String stats = RedisServers.ask(node.port(), "INFO stats");
      counts.add(
          Long.parseLong(stats.replaceAll("(?s).*total_connections_received:(\\d+).*", "$1")));
    }
    return counts;
  }

  @Test
  void aClusterIsDetectedAndAllItsMastersAreUsed() throws Exception {
    opened(client -> {
      assertThat(client.facts()).containsEntry("mode", "cluster").containsEntry("masters", "3");
      try (var session = client.openSession()) {
        for (int i = 0; i < 200; i++) {
          execute(session, write(key(), smallRow())).outcome();
        }
      }
      assertThat(client.count().orElseThrow()).isGreaterThanOrEqualTo(200);
      for (RealServer node : nodes) {
        assertThat(RedisServers.ask(node.port(), "DBSIZE")).doesNotStartWith(":0");
      }
    });
  }

  @Test
  void eachMasterHasItsOwnTelemetryBesideTheSum() throws Exception {
    opened(client -> {
      var _ = client.telemetry();
      try (var session = client.openSession()) {
        for (int i = 0; i < 200; i++) {
          execute(session, write(key(), smallRow())).outcome();
        }
      }
      Map<String, Double> telemetry = client.telemetry();
      double sum = 0;
      for (RealServer node : nodes) {
        String of = "{node=\"" + node.address() + "\"}";
        sum += Objects.requireNonNull(telemetry.get("used_memory_bytes" + of));
        assertThat(telemetry.get("command_mean_seconds" + of)).isBetween(1e-8, 0.1);
      }
      assertThat(telemetry.get("used_memory_bytes")).isCloseTo(sum, Offset.offset(1.0));
      assertThat(telemetry.get("command_mean_seconds")).isBetween(1e-8, 0.1);
    });
  }

  @Test
  void eachConnectionIsClosedOnce() throws Exception {
    try (LettuceWarnings warnings = LettuceWarnings.record()) {
      opened(client -> {
        for (int i = 0; i < 8; i++) {
          execute(client.openSession(), write(key(), smallRow())).outcome();
        }
        var _ = client.telemetry();
      });
      assertThat(warnings.texts()).isEmpty();
    }
  }
}
