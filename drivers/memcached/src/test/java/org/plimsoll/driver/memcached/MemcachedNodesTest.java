package org.plimsoll.driver.memcached;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;

/** The contract over three servers that share the keys, and the loss of one server. */
class MemcachedNodesTest extends DriverContract {
  @TempDir static Path folder;
  static List<RealServer> servers = new ArrayList<>();

  @BeforeAll
  static void startServers() {
    for (int i = 0; i < 3; i++) {
      servers.add(MemcachedServers.start(folder));
    }
  }

  @AfterAll
  static void stopServers() {
    servers.forEach(RealServer::close);
    servers.clear(); // for a class that extends this one
  }

  @Override
  protected Driver driver() {
    return new MemcachedDriver();
  }

  @Override
  protected String address() {
    return String.join(",", servers.stream().map(RealServer::address).toList());
  }

  @Override
  protected int hugeValueBytes() {
    return 1_000_000;
  }

  @Test
  void everyServerHasAShareOfTheKeysAndAllAreCounted() throws Exception {
    opened(client -> {
      long before = client.count().orElseThrow();
      try (Session session = client.openSession()) {
        assertThat(succeeded(session, keys(300))).isEqualTo(300);
      }
      assertThat(client.count()).hasValue(before + 300);
      assertThat(client.facts()).containsEntry("nodes", "3");
      Map<String, Double> telemetry = client.telemetry();
      assertThat(telemetry).containsEntry("memory_limit_bytes", 3.0 * (64 << 20));
      for (RealServer server : servers) {
        assertThat(telemetry.get("items{node=\"" + server.address() + "\"}"))
            .isEqualTo((double) MemcachedServers.statistic(server.port(), "curr_items"));
      }
    });
    for (RealServer server : servers) {
      assertThat(MemcachedServers.statistic(server.port(), "curr_items")).isBetween(30L, 1000L);
    }
  }

  @Test
  void onlyTheKeysOfADeadServerFailUntilItReturns() throws Exception {
    opened(client -> {
      List<TestKey> keys = keys(300);
      try (Session session = client.openSession()) {
        assertThat(succeeded(session, keys)).isEqualTo(300);
        servers.getFirst().kill();
        try {
          assertThat(succeeded(session, keys)).isBetween(100L, 290L);
        } finally {
          servers.getFirst().start();
        }
        await()
            .pollInSameThread()
            .atMost(Duration.ofSeconds(60))
            .until(() -> succeeded(session, keys) == 300);
      }
    });
  }

  @Test
  void anUnreachableServerIsReportedByItsName() {
    String nobody = "127.0.0.1:" + RealServer.freePort();
    assertThatThrownBy(() -> opened(address() + "," + nobody, settings(), _ -> {}))
        .hasMessage(nobody + " refused the connection: nothing listens there");
  }

  private List<TestKey> keys(int count) {
    return Stream.generate(this::key).limit(count).toList();
  }

  private long succeeded(Session session, List<TestKey> keys) {
    TestRow row = smallRow();
    return keys.stream()
        .map(key -> execute(session, TestOperation.on(OperationType.UPDATE, key, row)))
        .toList()
        .stream()
        .filter(ending -> ending.outcome().status() == Status.SUCCEEDED)
        .count();
  }
}
