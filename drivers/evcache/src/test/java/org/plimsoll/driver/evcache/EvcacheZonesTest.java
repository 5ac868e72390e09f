package org.plimsoll.driver.evcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
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
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** What the client does with its zones: copies, fallback, loss and return, hot keys. */
class EvcacheZonesTest extends DriverUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @TempDir static Path folder;
  static ThreeZones zones;

  @BeforeAll
  static void startServers() {
    zones = ThreeZones.start(folder);
  }

  @AfterAll
  static void stopServers() {
    zones.close();
  }

  @Override
  protected Driver driver() {
    return new EvcacheDriver();
  }

  @Override
  protected String address() {
    return zones.address();
  }

  /** What a test does with an opened cache, whose counters and events it can see. */
  private interface Scene {
    void with(Client client, Session session, TestTarget target) throws Exception;
  }

  private void opened(Map<String, String> settings, Scene scene) throws Exception {
    openedAt(address(), settings, scene);
  }

  private void openedAt(String address, Map<String, String> settings, Scene scene)
      throws Exception {
    try (TestTarget target = new TestTarget(driver(), address, settings, fieldNames());
        Client client = target.open();
        Session session = client.openSession()) {
      scene.with(client, session, target);
    }
  }

  /** The client's own timeout is too short for a busy machine. */
  private static Map<String, String> patient(String... more) {
    Map<String, String> settings = new HashMap<>(TestTarget.named(more));
    settings.putIfAbsent("read-timeout", "10s");
    settings.putIfAbsent("refresh-interval", "1s");
    return settings;
  }

  private void change(Client client, Map<String, String> settings) {
    client.settingsChanged(TestTarget.values(driver(), settings));
  }

  @Test
  void aWriteIsInEveryZoneAndTheLocalOneAnswersReads() throws Exception {
    opened(
        patient("zone", "zone-2"),
        (_, session, target) -> {
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          for (RealServer server : zones.servers()) {
            assertThat(isStored(server, key)).isTrue();
          }
          long before = hits(2);
          for (int i = 0; i < 10; i++) {
            assertThat(read(session, key).attempts()).isOne();
          }
          assertThat(hits(2)).isEqualTo(before + 10);
          assertThat(target.counts())
              .containsEntry("cache-hits", 10L)
              .containsEntry("zone-fallback-hits", 0L);
        });
  }

  @Test
  void withoutALocalZoneReadsAskTheZonesInTurn() throws Exception {
    opened(
        patient(),
        (_, session, _) -> {
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          long[] before = {hits(1), hits(2), hits(3)};
          for (int i = 0; i < 30; i++) {
            assertThat(read(session, key).status()).isEqualTo(Status.SUCCEEDED);
          }
          for (int zone = 1; zone <= 3; zone++) {
            assertThat(hits(zone)).isEqualTo(before[zone - 1] + 10);
          }
        });
  }

  @Test
  void aValueThatTheLocalZoneLacksIsReadFromAnotherUnlessFallbackIsOff() throws Exception {
    Map<String, String> settings = patient("zone", "zone-1");
    opened(
        settings,
        (client, session, target) -> {
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          MemcachedServers.ask(zones.zone(1).port(), "delete " + key.text());
          Outcome found = read(session, key);
          assertThat(found.status()).isEqualTo(Status.SUCCEEDED);
          assertThat(found.attempts()).isEqualTo(2);
          Outcome missing = read(session, key());
          assertThat(missing.status()).isEqualTo(Status.NOT_FOUND);
          assertThat(missing.attempts()).isEqualTo(2);
          assertThat(target.counts())
              .containsEntry("zone-fallback-hits", 1L)
              .containsEntry("zone-fallback-misses", 1L)
              .containsEntry("cache-hits", 1L)
              .containsEntry("cache-misses", 1L);

          settings.put("zone-fallback", "false");
          change(client, settings);
          Outcome alone = read(session, key);
          assertThat(alone.status()).isEqualTo(Status.NOT_FOUND);
          assertThat(alone.attempts()).isOne();
          assertThat(target.counts()).containsEntry("zone-fallback-misses", 1L);
        });
  }

  @Test
  void aBulkReadsWhatTheLocalZoneLacksFromAnother() throws Exception {
    opened(
        patient("zone", "zone-1"),
        (_, session, target) -> {
          List<TestKey> keys = Stream.generate(this::key).limit(10).toList();
          keys.forEach(key -> assertThat(written(session, key)).isTrue());
          MemcachedServers.ask(zones.zone(1).port(), "delete " + keys.getFirst().text());
          var bulk = TestOperation.bulk(OperationType.BULK_READ, keys, List.of());
          Outcome outcome = execute(session, bulk).outcome();
          assertThat(outcome.items()).isEqualTo(10);
          assertThat(outcome.attempts()).isEqualTo(2);
          assertThat(target.counts()).containsEntry("zone-fallback-hits", 1L);
        });
  }

  @Test
  void aLostZoneFailsWritesOfAllAndNotThoseOfOneAndReturns() throws Exception {
    Map<String, String> settings = patient("zone", "zone-1");
    opened(
        settings,
        (client, session, target) -> {
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          RealServer lost = zones.zone(1);
          lost.kill();
          try {
            // The first requests may use the connection before its loss is detected.
            await().pollInSameThread().until(() -> read(session, key).attempts() == 2);
            Ending all = execute(session, write(key(), smallRow()));
            assertThat(all.outcome().failureCode()).isEqualTo("too-few-zones");
            assertThat(all.message())
                .isEqualTo(
                    "2 of 3 zones have answered, and write-policy needs 3; the first failure is"
                        + " not-connected");
            assertThat(target.counts().get("zone-write-failures")).isPositive();
            for (String policy : List.of("one", "quorum", "all-minus-1")) {
              settings.put("write-policy", policy);
              change(client, settings);
              assertThat(written(session, key())).as(policy).isTrue();
            }
            settings.put("write-policy", "none");
            change(client, settings);
            assertThat(execute(session, write(key(), smallRow())).outcome().attempts()).isZero();
            assertThat(target.counts().get("zone-fallback-hits")).isPositive();
            String node = "node " + lost.address() + " of zone-1";
            assertThat(target.events()).containsOnlyOnce(node + " is not connected");
          } finally {
            lost.start();
          }
          settings.put("write-policy", "all");
          change(client, settings);
          await().pollInSameThread().atMost(PATIENCE).until(() -> written(session, key()));
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .until(() -> written(session, key) && read(session, key).attempts() == 1);
          assertThat(target.events())
              .contains("node " + lost.address() + " of zone-1 is connected again");
        });
  }

  @Test
  void whileNoZoneIsConnectedOperationsAreNotSent() throws Exception {
    openedAt(
        zones.zone(3).address(),
        patient(),
        (_, session, _) -> {
          assertThat(written(session, key())).isTrue();
          zones.zone(3).kill();
          try {
            await().pollInSameThread().until(() -> !written(session, key()));
            Ending write = execute(session, write(key(), smallRow()));
            assertThat(write.outcome().failureCode()).isEqualTo("not-connected");
            assertThat(write.outcome().attempts()).isZero();
            Ending read = execute(session, TestOperation.on(OperationType.READ, key()));
            // The client may have taken the zone out of reads already.
            assertThat(read.outcome().failureCode()).isIn("not-connected", "unavailable");
            assertThat(read.outcome().attempts()).isZero();
            assertThat(read.message()).isNotBlank().doesNotContain("\n");
          } finally {
            zones.zone(3).start();
          }
        });
  }

  @Test
  void aSilentZoneIsLeftForAnotherAfterTheReadTimeout() throws Exception {
    opened(
        TestTarget.named("zone", "zone-1", "read-timeout", "100ms"),
        (_, session, target) -> {
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          zones.zone(1).freeze();
          try {
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .until(() -> read(session, key).items() == 1);
            assertThat(target.counts().get("zone-fallback-hits")).isPositive();
          } finally {
            zones.zone(1).thaw();
          }
        });
  }

  @Test
  void aReadOfASilentZoneAloneTimesOut() throws Exception {
    openedAt(
        zones.zone(1).address(),
        Map.of("read-timeout", "50ms"),
        (_, session, _) -> {
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          zones.zone(1).freeze();
          try {
            Ending read = execute(session, TestOperation.on(OperationType.READ, key));
            assertThat(read.outcome().failureCode()).isEqualTo("timeout");
            assertThat(read.message()).contains("read-timeout").doesNotContain(key.text());
          } finally {
            zones.zone(1).thaw();
          }
        });
  }

  @Test
  void aWriteOnlyZoneGetsWritesAndNoReadsUntilTheSettingChanges() throws Exception {
    Map<String, String> settings = patient("zone", "zone-2", "write-only-zones", "zone-2");
    opened(
        settings,
        (client, session, _) -> {
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          await().until(() -> isStored(zones.zone(2), key)); // the write does not wait for it
          long before = hits(2);
          for (int i = 0; i < 10; i++) {
            assertThat(read(session, key).status()).isEqualTo(Status.SUCCEEDED);
          }
          assertThat(hits(2)).isEqualTo(before);

          settings.put("write-only-zones", "zone-1");
          change(client, settings);
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .until(() -> read(session, key).items() == 1 && hits(2) > before + 3);
        });
  }

  @Test
  void requestsOfAHotKeyAboveTheLimitAreRefused() throws Exception {
    Map<String, String> settings = patient("hot-key-limit", "2", "zone-fallback", "false");
    openedAt(
        zones.zone(1).address(),
        settings,
        (client, session, _) -> {
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          Ending refused = inFlightUntil(client, key, "throttled");
          assertThat(refused.message()).contains("hot-key-limit");
          assertThat(refused.outcome().attempts()).isZero();
        });
  }

  @Test
  void readsAboveTheQueueOfAConnectionAreRefused() throws Exception {
    openedAt(
        zones.zone(1).address(),
        patient("read-queue", "1"),
        (client, _, _) -> {
          Ending refused = inFlightUntil(client, key(), "read-queue-full");
          assertThat(refused.message()).contains("read-queue");
        });
  }

  /** Reads a key in more and more sessions while its zone is silent, until one read is refused. */
  private Ending inFlightUntil(Client client, TestKey key, String code) throws Exception {
    List<Session> sessions = new ArrayList<>();
    List<Ending> endings = new ArrayList<>();
    zones.zone(1).freeze();
    try {
      await()
          .pollInSameThread()
          .atMost(PATIENCE)
          .until(() -> {
            Session one = client.openSession();
            sessions.add(one);
            endings.add(execute(one, TestOperation.on(OperationType.READ, key)));
            return endings.stream().anyMatch(ending -> ending.times() == 1);
          });
      Ending first = endings.stream().filter(e -> e.times() == 1).findFirst().orElseThrow();
      assertThat(first.outcome().failureCode()).isEqualTo(code);
      return first;
    } finally {
      zones.zone(1).thaw();
      sessions.forEach(Session::close);
    }
  }

  @Test
  void theNodesOfAZoneShareItsKeys() throws Exception {
    try (RealServer second = MemcachedServers.startAt("127.0.0.2", folder)) {
      String address = zones.zone(1).address() + ",127.0.0.2:" + second.port();
      openedAt(
          address,
          patient("zones", "a,a"),
          (client, session, _) -> {
            for (int i = 0; i < 200; i++) {
              assertThat(written(session, key())).isTrue();
            }
            Map<String, Double> telemetry = client.telemetry();
            assertThat(telemetry.get("items{node=\"a/127.0.0.2:" + second.port() + "\"}"))
                .isBetween(30.0, 170.0);
            assertThat(client.facts()).containsEntry("zones", "a (2)");
          });
    }
  }

  @Test
  void nodesThatDiscoveryFindsBringTheirZones() throws Exception {
    openedAt(
        zones.zone(1).address(),
        patient(),
        (client, session, _) -> {
          client.nodesChanged(List.of(found(2, "b"), found(3, "a")), 1);
          assertThat(client.facts())
              .containsEntry("zones", "b (1), a (1)")
              .containsEntry("local-zone", "b");
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          assertThat(isStored(zones.zone(1), key)).isFalse();
          assertThat(isStored(zones.zone(2), key)).isTrue();
          assertThat(isStored(zones.zone(3), key)).isTrue();
        });
  }

  private static DiscoveredNode found(int zone, String name) {
    return DiscoveredNode.of("127.0.0.1", zones.zone(zone).port()).in(name, "");
  }

  private boolean written(Session session, TestKey key) {
    return execute(session, write(key, smallRow())).outcome().status() == Status.SUCCEEDED;
  }

  private Outcome read(Session session, TestKey key) {
    return execute(session, TestOperation.on(OperationType.READ, key)).outcome();
  }

  private static boolean isStored(RealServer server, TestKey key) throws IOException {
    return MemcachedServers.ask(server.port(), "get " + key.text()).startsWith("VALUE");
  }

  private static long hits(int zone) throws IOException {
    return MemcachedServers.statistic(zones.zone(zone).port(), "get_hits");
  }
}
