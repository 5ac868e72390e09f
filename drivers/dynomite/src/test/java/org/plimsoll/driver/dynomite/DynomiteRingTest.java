package org.plimsoll.driver.dynomite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverUnderTest;
import org.plimsoll.testkit.DynomiteServer;
import org.plimsoll.testkit.DynomiteServers;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RedisServers;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** A ring of two racks with two nodes each: routing, fail-over and consistency. */
class DynomiteRingTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int KEYS = 60;

  @TempDir static Path folder;
  static DynomiteServers ring;

  @BeforeAll
  static void startRing() throws Exception {
    ring =
        DynomiteServers.start(
            folder,
            "dc1/rack1/1000000000",
            "dc1/rack1/3000000000",
            "dc1/rack2/1000000000",
            "dc1/rack2/3000000000");
  }

  @AfterAll
  static void stopRing() {
    ring.close();
  }

  /** The driver must send nothing that Dynomite refuses: it would lose other answers. */
  @AfterEach
  void nothingWasRefused() {
    assertThat(ring.nodes()).allMatch(node -> node.refusals() == 0);
  }

  @Override
  protected Driver driver() {
    return new DynomiteDriver();
  }

  @Override
  protected String address() {
    return ring.address(0);
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("admin-port", String.valueOf(ring.adminPort()));
  }

  private Map<String, String> with(String... more) {
    Map<String, String> all = new HashMap<>(settings());
    all.putAll(TestTarget.named(more));
    return all;
  }

  private static List<Long> operations() {
    return ring.nodes().stream().map(DynomiteServer::operations).toList();
  }

  /** Operations of each node since a former reading. */
  private static List<Long> since(List<Long> before) {
    List<Long> now = operations();
    List<Long> since = new ArrayList<>();
    for (int i = 0; i < now.size(); i++) {
      since.add(now.get(i) - before.get(i));
    }
    return since;
  }

  private List<TestKey> written(Session session) {
    List<TestKey> keys = new ArrayList<>();
    for (int i = 0; i < KEYS; i++) {
      TestKey key = key();
      keys.add(key);
      assertThat(execute(session, write(key, smallRow())).outcome().status())
          .isEqualTo(Status.SUCCEEDED);
    }
    return keys;
  }

  /** If a key went to another node than its owner, the owner's Redis would still have it. */
  @Test
  void operationsGoToTheOwnerInTheLocalRackOnly() throws Exception {
    for (String rack : List.of("rack1", "rack2")) {
      opened(
          address(),
          with("rack", rack),
          client -> {
            try (Session session = client.openSession()) {
              List<Long> before = operations();
              long first = RedisServers.calls(ring.redis(0).port(), "get");
              long second = RedisServers.calls(ring.redis(1).port(), "get");
              List<TestKey> keys = written(session);
              for (TestKey key : keys) {
                assertThat(read(session, key).status()).isEqualTo(Status.SUCCEEDED);
              }
              List<Long> since = since(before);
              int local = rack.equals("rack1") ? 0 : 2;
              assertThat(since.get(local)).isPositive();
              assertThat(since.get(local + 1)).isPositive();
              assertThat(since.get(local) + since.get(local + 1)).isEqualTo(2L * KEYS);
              if (rack.equals("rack1")) {
                // What a node read from its own Redis it was asked for: it forwarded nothing.
                assertThat(RedisServers.calls(ring.redis(0).port(), "get") - first)
                    .isEqualTo(since.get(0) / 2);
                assertThat(RedisServers.calls(ring.redis(1).port(), "get") - second)
                    .isEqualTo(since.get(1) / 2);
              }
            }
          });
    }
  }

  private Outcome read(Session session, TestKey key) {
    return execute(session, TestOperation.on(OperationType.READ, key)).outcome();
  }

  @Test
  void anotherRackTakesOverWhileALocalNodeIsDownAndGivesBack() throws Exception {
    try (TestTarget target = new TestTarget(driver(), address(), settings(), fieldNames());
        Client client = target.open();
        Session session = client.openSession()) {
      List<TestKey> keys = written(session);
      assertThat(target.counts()).containsEntry("other-rack-operations", 0L);
      ring.nodes().get(0).close();
      await()
          .atMost(PATIENCE)
          .until(() -> keys.stream().allMatch(k -> read(session, k).status() == Status.SUCCEEDED));
      List<Long> before = operations();
      keys.forEach(key -> assertThat(read(session, key).status()).isEqualTo(Status.SUCCEEDED));
      List<Long> since = since(before);
      assertThat(since.get(1)).as("its neighbor keeps its own keys").isPositive();
      assertThat(since.get(2)).as("the same token in the other rack").isPositive();
      assertThat(since.get(3)).isZero();
      assertThat(target.counts().get("other-rack-operations")).isPositive();

      String down = "node " + ring.address(0) + " of rack rack1 is not connected";
      await().atMost(PATIENCE).until(() -> target.events().contains(down));

      ring.nodes().get(0).start();
      await()
          .atMost(PATIENCE)
          .until(() -> {
            List<Long> start = operations();
            keys.forEach(key -> read(session, key));
            return since(start).get(2) == 0;
          });
      await()
          .atMost(PATIENCE)
          .until(
              () -> target.events().stream().anyMatch(text -> text.endsWith("is connected again")));
    }
  }

  @Test
  void withoutFailoverTheKeysOfADownNodeFail() throws Exception {
    opened(
        address(),
        with("failover", "none"),
        client -> {
          try (Session session = client.openSession()) {
            List<TestKey> keys = written(session);
            ring.nodes().get(1).close();
            try {
              await()
                  .atMost(PATIENCE)
                  .until(() ->
                      keys.stream()
                          .map(key -> read(session, key))
                          .anyMatch(o -> "not-connected".equals(o.failureCode())));
              assertThat(keys.stream().map(key -> read(session, key).status()))
                  .contains(Status.SUCCEEDED, Status.FAILED);
            } finally {
              ring.nodes().get(1).start();
            }
          }
        });
  }

  @Test
  void consistencyChangesLiveOnTheNodesThatAreUsed() throws Exception {
    Map<String, String> initial = with("read-consistency", "dc-quorum");
    try (TestTarget target = new TestTarget(driver(), address(), initial, fieldNames());
        Client client = target.open();
        Session session = client.openSession()) {
      assertThat(client.facts())
          .containsEntry("read-consistency", "DC_QUORUM")
          .containsEntry("write-consistency", "DC_ONE");
      List<TestKey> keys = written(session);
      client.settingsChanged(
          TestTarget.values(
              driver(), with("read-consistency", "dc-one", "write-consistency", "dc-safe-quorum")));
      await()
          .atMost(PATIENCE)
          .until(() ->
              target
                  .events()
                  .contains("consistency of 4 nodes: reads DC_ONE, writes DC_SAFE_QUORUM"));
      assertThat(client.facts())
          .containsEntry("read-consistency", "DC_ONE")
          .containsEntry("write-consistency", "DC_SAFE_QUORUM");

      // With two racks, a quorum needs both: the Redis behind the other rack decides.
      ring.redis(2).kill();
      ring.redis(3).kill();
      try {
        keys.forEach(key -> assertThat(read(session, key).status()).isEqualTo(Status.SUCCEEDED));
        Ending write = execute(session, write(key(), smallRow()));
        assertThat(write.outcome().failureCode()).isEqualTo("storage-down");
        assertThat(write.message()).isEqualTo("ERR Storage: Datastore refused connection");
        ring.nodes().get(2).close();
        ring.nodes().get(3).close();
        write = execute(session, write(key(), smallRow()));
        assertThat(write.outcome().failureCode()).isEqualTo("peer-down");
      } finally {
        ring.redis(2).start();
        ring.redis(3).start();
        ring.nodes().get(2).start();
        ring.nodes().get(3).start();
        client.settingsChanged(
            TestTarget.values(
                driver(), with("read-consistency", "dc-one", "write-consistency", "dc-one")));
        await()
            .atMost(PATIENCE)
            .until(() ->
                target.events().contains("consistency of 4 nodes: reads DC_ONE, writes DC_ONE"));
      }
      assertThat(execute(session, write(key(), smallRow())).outcome().status())
          .isEqualTo(Status.SUCCEEDED);
    }
  }

  @Test
  void racksWithDifferentValuesAreNoQuorum() throws Exception {
    try (TestTarget target = new TestTarget(driver(), address(), settings(), fieldNames());
        Client client = target.open();
        Session session = client.openSession()) {
      TestKey key = written(session).getFirst();
      assertThat(read(session, key).status()).isEqualTo(Status.SUCCEEDED);
      for (int node = 2; node < 4; node++) {
        RedisServers.ask(ring.redis(node).port(), "SET " + key.text() + " other");
      }
      client.settingsChanged(
          TestTarget.values(driver(), with("read-consistency", "dc-safe-quorum")));
      try {
        await()
            .atMost(PATIENCE)
            .until(() -> "quorum-not-reached".equals(read(session, key).failureCode()));
      } finally {
        client.settingsChanged(TestTarget.values(driver(), with("read-consistency", "dc-one")));
        await()
            .atMost(PATIENCE)
            .until(() ->
                target.events().contains("consistency of 4 nodes: reads DC_ONE, writes KEEP"));
      }
    }
  }

  @Test
  void aRedisThatIsDownBehindItsNodeHasItsOwnCode() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        List<TestKey> keys = written(session);
        ring.redis(0).kill();
        try {
          assertThat(keys.stream().map(key -> String.valueOf(read(session, key).failureCode())))
              .contains("storage-down")
              .containsOnly("storage-down", "null");
        } finally {
          ring.redis(0).start();
        }
      }
    });
  }

  @Test
  void errorsHaveTheCodesOfTheirSources() {
    assertThat(DynomiteFailures.codeOfAnswer("ERR Peer: Peer Node is not connected").text())
        .isEqualTo("peer-down");
    assertThat(DynomiteFailures.codeOfAnswer("ERR Dynomite: Failed to achieve Quorum").text())
        .isEqualTo("quorum-not-reached");
    assertThat(DynomiteFailures.codeOfAnswer("ERR Dynomite: MSET payload too large").text())
        .isEqualTo("too-large");
    assertThat(DynomiteFailures.codeOfAnswer("ERR Dynomite: current state").text())
        .isEqualTo("unavailable");
    assertThat(DynomiteFailures.codeOfAnswer("WRONGTYPE Operation against").text())
        .isEqualTo("wrong-type");
  }

  @Test
  void ownOperationsDoWhatTheirNamesSay() throws Exception {
    opened(
        address(),
        with("pipeline", "3..5"),
        client -> {
          try (Session session = client.openSession()) {
            for (int i = 0; i < 20; i++) {
              TestKey key = key();
              TestRow row = smallRow();
              int size = own(session, DynomiteOperations.PIPELINE_WRITE, key, row).items();
              assertThat(size).isBetween(3, 5);
              Outcome read = own(session, DynomiteOperations.PIPELINE_READ, key, row);
              assertThat(read.items()).isEqualTo(size);
              assertThat(read.payloadBytes()).isEqualTo(100L * size);
              assertThat(own(session, DynomiteOperations.HASH_WRITE, key, row).payloadBytes())
                  .isEqualTo(200);
              assertThat(own(session, DynomiteOperations.HASH_READ, key, row).payloadBytes())
                  .isEqualTo(200);
              assertThat(own(session, DynomiteOperations.SORTED_SET_WRITE, key, row).items())
                  .isEqualTo(1);
              assertThat(own(session, DynomiteOperations.SORTED_SET_READ, key, row).payloadBytes())
                  .isEqualTo(5 * 102);
              assertThat(own(session, DynomiteOperations.INCREMENT, key, row).status())
                  .isEqualTo(Status.SUCCEEDED);
            }
            TestKey missing = key();
            for (OperationType type :
                List.of(
                    DynomiteOperations.PIPELINE_READ,
                    DynomiteOperations.HASH_READ,
                    DynomiteOperations.SORTED_SET_READ)) {
              assertThat(own(session, type, missing, smallRow()).status())
                  .isEqualTo(Status.NOT_FOUND);
            }
          }
        });
  }

  private Outcome own(Session session, OperationType type, TestKey key, TestRow row) {
    return execute(session, TestOperation.any(type, key, row)).outcome();
  }

  @Test
  void theNumberOfCommandsInAPipelineChangesLive() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        client.settingsChanged(TestTarget.values(driver(), with("pipeline", "7")));
        assertThat(own(session, DynomiteOperations.PIPELINE_WRITE, key(), smallRow()).items())
            .isEqualTo(7);
      }
    });
  }

  @Test
  void theTimeToLiveChangesLive() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        client.settingsChanged(TestTarget.values(driver(), with("ttl", "50ms")));
        TestKey key = key();
        execute(session, write(key, smallRow())).outcome();
        await().atMost(PATIENCE).until(() -> read(session, key).status() == Status.NOT_FOUND);
      }
    });
  }

  @Test
  void theRingIsReadFromTheTargetsPlacementOrFromAFile() throws Exception {
    String all = String.join(",", ring.address(2), ring.address(3), ring.address(0));
    String placement = "dc1/rack2/1000000000,dc1/rack2/3000000000,dc1/rack1/1000000000";
    opened(
        all,
        with("topology", "placement", "placement", placement),
        client -> {
          assertThat(client.facts())
              .containsEntry("nodes", "3")
              .containsEntry("local-rack", "dc1/rack2");
          try (Session session = client.openSession()) {
            List<Long> before = operations();
            written(session);
            assertThat(since(before).subList(0, 2)).containsOnly(0L);
          }
        });
    Path file = Files.writeString(folder.resolve("ring.txt"), ring.address(1) + " dc1/rack1/7\n");
    opened(
        ring.address(1),
        with("topology", "file", "topology-file", file.toString()),
        client -> assertThat(client.facts()).containsEntry("racks", "dc1/rack1 (1)"));
    assertThatThrownBy(
            () -> opened(all, with("topology", "placement", "placement", "rack1/0"), _ -> {}))
        .hasMessageContaining("had 1 for 3 addresses");
  }

  @Test
  void keysAreCountedAndDeletedInTheWholeRing() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        client.truncate();
        assertThat(execute(session, TestOperation.scan(key(), 5)).outcome().items()).isZero();
        long before = client.count().orElseThrow();
        written(session);
        assertThat(client.count().orElseThrow() - before).isEqualTo(KEYS);
        client.truncate();
        assertThat(client.count().orElseThrow()).isEqualTo(before);
        assertThat(
                RedisServers.size(ring.redis(2).port()) + RedisServers.size(ring.redis(3).port()))
            .isEqualTo(before);
      }
    });
  }

  @Test
  void bulksAreSplitByOwner() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        List<TestKey> keys = new ArrayList<>();
        List<TestRow> rows = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
          keys.add(key());
          rows.add(smallRow());
        }
        List<Long> before = operations();
        Ending write = execute(session, TestOperation.bulk(OperationType.BULK_WRITE, keys, rows));
        assertThat(write.outcome().items()).isEqualTo(10);
        Ending read = execute(session, TestOperation.bulk(OperationType.BULK_READ, keys, rows));
        assertThat(read.outcome().items()).isEqualTo(10);
        assertThat(since(before).subList(0, 2)).allMatch(count -> count > 0);
        assertThat(since(before).subList(2, 4)).containsOnly(0L);
      }
    });
  }

  @Test
  void nodesThatDiscoveryFindsAreAskedForTheRing() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        client.nodesChanged(
            List.of(DiscoveredNode.of(ring.nodes().get(2).node().host(), ring.clientPort())), 1);
        List<TestKey> keys = written(session);
        await()
            .atMost(PATIENCE)
            .until(() -> {
              List<Long> before = operations();
              keys.forEach(key -> read(session, key));
              List<Long> since = since(before);
              return since.get(0) == 0 && since.get(1) == 0;
            });
      }
    });
  }

  @Test
  void telemetryIsThatOfEachNodeAndItsRedis() throws Exception {
    opened(client -> {
      client.telemetry();
      for (int i = 0; i < 10; i++) {
        RedisServers.ask(ring.redis(0).port(), "GET counted");
      }
      Map<String, Double> numbers = client.telemetry();
      String node = "{node=\"" + ring.address(0) + "\"}";
      assertThat(numbers)
          .containsEntry("dynomite_latency_p99_seconds" + node, 1e-6)
          .containsEntry("dynomite_memory_bytes", 4 * 5888.0)
          .containsKeys("client_connections", "used_memory_bytes" + node, "command_mean_seconds");
      assertThat(numbers.get("keyspace_misses_total" + node)).isGreaterThanOrEqualTo(10);
    });
  }
}
