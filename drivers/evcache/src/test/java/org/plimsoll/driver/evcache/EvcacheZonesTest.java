package org.plimsoll.driver.evcache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;

/** What the client does with its zones: copies, fallback, loss and return. */
class EvcacheZonesTest extends ZoneScenes {
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
          forget(1, key);
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
          forget(1, keys.getFirst());
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
            await()
                .pollInSameThread()
                .atMost(PATIENCE)
                .until(() -> read(session, key).attempts() == 2);
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
            // The client takes the node as lost before it says so, on another thread.
            await()
                .atMost(PATIENCE)
                .until(() -> target.events().contains(node + " is not connected"));
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
            await().pollInSameThread().atMost(PATIENCE).until(() -> !written(session, key()));
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
  void aWriteOnlyZoneGetsWritesAndNoReadsUntilTheSettingChanges() throws Exception {
    Map<String, String> settings = patient("zone", "zone-2", "write-only-zones", "zone-2");
    opened(
        settings,
        (client, session, _) -> {
          TestKey key = key();
          assertThat(written(session, key)).isTrue();
          await()
              .atMost(PATIENCE)
              .until(() -> isStored(zones.zone(2), key)); // the write does not wait for it
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
}
