package org.plimsoll.driver.evcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.MemcachedServers;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** Silent zones, the limits of the client, and which nodes a zone has. */
class EvcacheLimitsTest extends ZoneScenes {
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

  /** The client returns what has arrived of a bulk, as if the rest did not exist. */
  @ParameterizedTest
  @ValueSource(strings = {"0", "1KiB"})
  void aBulkReadOfASilentZoneAloneTimesOutAndCountsNoMisses(String chunkSize) throws Exception {
    openedAt(
        zones.zone(1).address(),
        Map.of("read-timeout", "50ms", "chunk-size", chunkSize),
        (_, session, target) -> {
          List<TestKey> keys = Stream.generate(this::key).limit(4).toList();
          keys.forEach(key -> assertThat(written(session, key)).isTrue());
          zones.zone(1).freeze();
          try {
            Ending bulk = bulkRead(session, keys);
            assertThat(bulk.outcome().failureCode()).isEqualTo("timeout");
            assertThat(bulk.message()).contains("read-timeout");
            assertThat(target.counts()).containsEntry("cache-misses", 0L);
          } finally {
            zones.zone(1).thaw();
          }
        });
  }

  @Test
  void aBulkReadThatOneOfTwoNodesDoesNotAnswerTimesOut() throws Exception {
    try (RealServer second = MemcachedServers.startAt("127.0.0.2", folder)) {
      openedAt(
          zones.zone(1).address() + ",127.0.0.2:" + second.port(),
          TestTarget.named("zones", "a,a", "read-timeout", "50ms"),
          (_, session, target) -> {
            List<TestKey> keys = Stream.generate(this::key).limit(50).toList();
            keys.forEach(key -> assertThat(written(session, key)).isTrue());
            second.freeze();
            try {
              assertThat(bulkRead(session, keys).outcome().failureCode()).isEqualTo("timeout");
              assertThat(target.counts()).containsEntry("cache-misses", 0L);
            } finally {
              second.thaw();
            }
          });
    }
  }

  @Test
  void aBulkReadWhoseConnectionBreaksIsLost() throws Exception {
    openedAt(
        zones.zone(3).address(),
        patient(),
        (_, session, target) -> {
          List<TestKey> keys = Stream.generate(this::key).limit(4).toList();
          keys.forEach(key -> assertThat(written(session, key)).isTrue());
          zones.zone(3).freeze();
          Ending bulk = bulkRead(session, keys);
          try {
            assertThat(bulk.endsWithin(Duration.ofMillis(500))).isFalse(); // it has been sent
          } finally {
            zones.zone(3).kill();
            zones.zone(3).start();
          }
          assertThat(bulk.outcome().failureCode()).isEqualTo("connection-lost");
          assertThat(target.counts()).containsEntry("cache-misses", 0L);
        });
  }

  private Ending bulkRead(Session session, List<TestKey> keys) {
    return execute(session, TestOperation.bulk(OperationType.BULK_READ, keys, List.of()));
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

  @Test
  void aClosedCacheLeavesNoThreads() throws Exception {
    opened(
        patient(),
        (client, session, _) -> {
          assertThat(written(session, key())).isTrue();
          assertThat(threads()).isPositive();
          client.close();
          await().atMost(PATIENCE).until(() -> threads() == 0);
        });
  }

  private static long threads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().toLowerCase(Locale.ROOT).startsWith("evcache"))
        .count();
  }

  private static DiscoveredNode found(int zone, String name) {
    return DiscoveredNode.of("127.0.0.1", zones.zone(zone).port()).in(name, "");
  }
}
