package org.plimsoll.driver.voldemort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.DriverContract;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;
import org.plimsoll.testkit.VoldemortServers;
import org.plimsoll.testkit.VoldemortServers.Store;

/** The contract on three nodes in two zones that each have all rows, and their failures. */
class VoldemortReplicasTest extends DriverContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;
  static List<RealServer> servers;

  @BeforeAll
  static void startServers() throws Exception {
    servers =
        VoldemortServers.start(
            folder,
            List.of(0, 0, 1),
            Store.of("users", 3, 2, 2),
            Store.of("apart", 1, 1, 1),
            new Store("zoned", 2, 1, 1, Map.of(0, 1, 1, 1)));
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
    return addressOf("users");
  }

  /** The driver's own limits leave out nodes that a busy machine delays for two seconds. */
  @Override
  protected Map<String, String> settings() {
    return with();
  }

  private static Map<String, String> with(String... more) {
    Map<String, String> settings = new HashMap<>(Map.of("node-timeout", "10s"));
    settings.putAll(TestTarget.named(more));
    return settings;
  }

  private static String addressOf(String store) {
    return servers.getFirst().address() + "/" + store;
  }

  @Test
  void aWriteReachesAllReplicasWithOneVersion() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        write(session, key);
        write(session, key);
        for (RealServer server : servers) {
          await().atMost(PATIENCE).until(() -> versionsAt(server, "users", key).size() == 1);
          VectorClock clock = versionsAt(server, "users", key).getFirst().clock();
          await()
              .atMost(PATIENCE)
              .until(() -> versionsAt(server, "users", key).getFirst().clock().counts()[0] == 2);
          assertThat(clock.nodes()).hasSize(1);
        }
      }
    });
  }

  @Test
  void rowsOfOneCopyAreOnTheNodeOfTheirPartition() throws Exception {
    opened(
        addressOf("apart"),
        settings(),
        client -> {
          try (Session session = client.openSession()) {
            List<TestKey> keys = Stream.generate(this::key).limit(100).toList();
            keys.forEach(key -> write(session, key));
            for (RealServer server : servers) {
              long here = 0;
              for (TestKey key : keys) {
                here += versionsAt(server, "apart", key).size();
              }
              assertThat(here).isBetween(10L, 60L);
            }
            TestOperation all = TestOperation.bulk(OperationType.BULK_READ, keys, List.of());
            assertThat(execute(session, all).outcome().items()).isEqualTo(100);
          }
        });
  }

  @Test
  void aReadRepairsANodeWithAnOlderVersion() throws Exception {
    Driver driver = driver();
    try (TestTarget context = new TestTarget(driver, address(), settings(), fieldNames());
        Client client = context.open();
        Session session = client.openSession()) {
      TestKey key = key();
      RealServer newer = servers.getFirst();
      client.settingsChanged(TestTarget.values(driver, with("required-reads", "3")));
      for (RealServer server : servers) {
        put(server, key, VectorClock.EMPTY.incremented(0, 1), "old");
      }
      put(newer, key, VectorClock.EMPTY.incremented(0, 1).incremented(0, 2), "new");
      assertHolds(session, key, TestRow.of(fieldNames(), List.of(utf8("new"))));
      await()
          .atMost(PATIENCE)
          .until(() -> Long.valueOf(2).equals(context.counts().get("read-repairs")));
      for (RealServer server : servers) {
        await()
            .atMost(PATIENCE)
            .until(() ->
                new String(
                        versionsAt(server, "users", key).getFirst().value(),
                        java.nio.charset.StandardCharsets.UTF_8)
                    .equals("new"));
      }
    }
  }

  @Test
  void aDeadNodeIsLeftOutUntilItIsBack() throws Exception {
    Driver driver = driver();
    try (TestTarget context = new TestTarget(driver, address(), settings(), fieldNames());
        Client client = context.open();
        Session session = client.openSession()) {
      List<TestKey> keys = Stream.generate(this::key).limit(30).toList();
      keys.forEach(key -> write(session, key));
      servers.getLast().kill();
      try {
        keys.forEach(key -> write(session, key));
        keys.forEach(key -> assertThat(read(session, key).status()).isEqualTo(Status.SUCCEEDED));
        // The answers of the other two are enough, also before its connection is refused.
        await().atMost(PATIENCE).until(() -> leftOut(client) == 1);
      } finally {
        servers.getLast().start();
      }
      await().atMost(PATIENCE).until(() -> leftOut(client) == 0);
      // A node is used again before its event.
      await()
          .atMost(PATIENCE)
          .untilAsserted(() ->
              assertThat(context.events())
                  .anyMatch(event -> event.contains("left out") && event.contains("refused"))
                  .anyMatch(event -> event.endsWith("is back")));
    }
  }

  @Test
  void aNodeThatDoesNotAnswerIsLeftOutUntilItAnswers() throws Exception {
    // No node that answers may be left out beside the one that does not: a shorter timeout would
    // leave out one that a busy machine delays.
    Map<String, String> impatient = Map.of("node-timeout", "4s", "leave-out", "200ms");
    opened(
        address(),
        impatient,
        client -> {
          try (Session session = client.openSession()) {
            List<TestKey> keys = Stream.generate(this::key).limit(30).toList();
            keys.forEach(key -> write(session, key));
            RealServer silent = servers.get(1);
            silent.freeze();
            try {
              for (TestKey key : keys) {
                assertThat(read(session, key).status()).isEqualTo(Status.SUCCEEDED);
              }
              await().atMost(PATIENCE).until(() -> leftOut(client) == 1);
              keys.forEach(key -> write(session, key));
            } finally {
              silent.thaw();
            }
            await().atMost(PATIENCE).until(() -> leftOut(client) == 0);
          }
        });
  }

  @Test
  void fewerNodesThanRequiredFailWithTheReason() throws Exception {
    opened(client -> {
      try (Session session = client.openSession()) {
        TestKey key = key();
        write(session, key);
        servers.get(1).kill();
        servers.get(2).kill();
        try {
          Ending ending = execute(session, TestOperation.on(OperationType.READ, key));
          assertThat(ending.outcome().failureCode()).isEqualTo("insufficient-nodes");
          assertThat(ending.message()).startsWith("1 of 3 nodes answered, 2 must: ");
          TestOperation update = TestOperation.on(OperationType.UPDATE, key, smallRow());
          assertThat(execute(session, update).outcome().failureCode())
              .isEqualTo("insufficient-nodes");
          client.settingsChanged(
              TestTarget.values(driver(), with("required-reads", "1", "required-writes", "1")));
          assertThat(read(session, key).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(execute(session, update).outcome().status()).isEqualTo(Status.SUCCEEDED);
          var bulk = TestOperation.bulk(OperationType.BULK_READ, List.of(key, key()), List.of());
          assertThat(execute(session, bulk).outcome().items()).isEqualTo(1);
        } finally {
          servers.get(1).start();
          servers.get(2).start();
        }
      }
    });
  }

  @Test
  void theZoneOfTheClientIsAskedFirst() throws Exception {
    for (int zone : List.of(0, 1)) {
      opened(
          addressOf("zoned"),
          with("zone", String.valueOf(zone)),
          client -> {
            try (Session session = client.openSession()) {
              for (int i = 0; i < 20; i++) {
                TestKey key = key();
                // Each zone has another row under the key, so that the row names the zone.
                put(servers.get(0), "zoned", key, "0");
                put(servers.get(1), "zoned", key, "0");
                put(servers.get(2), "zoned", key, "1");
                assertHolds(
                    session, key, TestRow.of(fieldNames(), List.of(utf8(String.valueOf(zone)))));
              }
            }
          });
    }
  }

  @Test
  void moreRequiredNodesThanThereAreCopiesFail() throws Exception {
    opened(
        address(),
        Map.of("required-reads", "4"),
        client -> {
          try (Session session = client.openSession()) {
            assertThat(read(session, key()).failureCode()).isEqualTo("insufficient-nodes");
          }
        });
    assertThatThrownBy(() -> VoldemortSettings.ZONE.parse("-2"))
        .hasMessageContaining("zone: must be the id of a zone, or none");
  }

  private static double leftOut(Client client) throws Exception {
    return client.telemetry().getOrDefault("nodes_left_out", -1.0);
  }

  private void write(Session session, TestKey key) {
    TestOperation update = TestOperation.on(OperationType.UPDATE, key, smallRow());
    Ending ending = execute(session, update);
    assertThat(ending.outcome().status()).as(ending.message()).isEqualTo(Status.SUCCEEDED);
  }

  private org.plimsoll.api.Outcome read(Session session, TestKey key) {
    return execute(session, TestOperation.on(OperationType.READ, key)).outcome();
  }

  private static void put(RealServer server, TestKey key, VectorClock clock, String value)
      throws Exception {
    try (Vp3Client client = new Vp3Client(server.port())) {
      client.put("users", key.bytes(), clock, utf8(value));
    }
  }

  /** Writes where the node has the key. */
  private static void put(RealServer server, String store, TestKey key, String value)
      throws Exception {
    try (Vp3Client client = new Vp3Client(server.port())) {
      client.putIfHere(store, key.bytes(), VectorClock.EMPTY.incremented(0, 1), utf8(value));
    }
  }

  private static List<Versioned> versionsAt(RealServer server, String store, TestKey key)
      throws Exception {
    try (Vp3Client client = new Vp3Client(server.port())) {
      return client.get(store, key.bytes());
    }
  }
}
