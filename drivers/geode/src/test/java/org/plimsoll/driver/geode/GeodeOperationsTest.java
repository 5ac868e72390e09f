package org.plimsoll.driver.geode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests through the locator, with single-hop: regions, transactions, queries, events, numbers. */
@ExtendWith(SharedGeode.class)
class GeodeOperationsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> FIELDS = List.of("field0", "field1");

  private interface Work {
    void with(Client client, Session session, TestTarget target) throws Exception;
  }

  private static TestTarget target(String region, Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("jmx", SharedGeode.jmx());
    all.putIfAbsent("schema", "temporary");
    return new TestTarget(new GeodeDriver(), SharedGeode.locator() + "/" + region, all, FIELDS);
  }

  private static void opened(String region, Map<String, String> settings, Work work)
      throws Exception {
    try (TestTarget target = target(region, settings);
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, target);
      }
    }
  }

  private static Outcome run(Session session, OperationType type, long key, String... values) {
    return run(session, TestOperation.on(type, key, values));
  }

  private static Outcome run(Session session, TestOperation operation) {
    Ending ending = new Ending();
    session.execute(operation, ending);
    return ending.outcome();
  }

  @Test
  void aRegionIsCreatedAndDestroyedThroughTheJmxManager() throws Exception {
    opened(
        "made",
        Map.of("region-type", "replicate"),
        (client, session, _) -> {
          assertThat(run(session, OperationType.INSERT, 1, "a", "b").status())
              .isEqualTo(Status.SUCCEEDED);
          assertThat(client.count()).hasValue(1);
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .untilAsserted(() ->
                  assertThat(client.facts())
                      .containsEntry("server", "Geode 1.15.1")
                      .containsEntry("members", "server1")
                      .containsEntry("region", "made")
                      .containsEntry("region type", "REPLICATE")
                      .containsEntry("online locators", SharedGeode.locator()));
        });
    assertThatThrownBy(() -> opened("made", Map.of("schema", "none"), (_, _, _) -> {}))
        .hasMessageContaining("there is no region made at " + SharedGeode.locator())
        .hasMessageNotContaining("\n");
  }

  @Test
  void ownOperationsAndQueriesWorkOnRowsInPdx() throws Exception {
    Map<String, String> settings =
        Map.of(
            "value-form",
            "pdx",
            "query",
            "SELECT * FROM /{region} r WHERE r.plimsoll_number >= $2 ORDER BY r.plimsoll_number");
    opened(
        "rows",
        settings,
        (client, session, _) -> {
          for (int key = 0; key < 5; key++) {
            assertThat(run(session, GeodeOperations.PUT_IF_ABSENT, key, "abc", "d").payloadBytes())
                .isEqualTo(4);
          }
          assertThat(run(session, GeodeOperations.PUT_IF_ABSENT, 1, "x", "y").failureCode())
              .isEqualTo("exists");
          assertThat(run(session, GeodeOperations.REPLACE, 1, "new", "er").payloadBytes())
              .isEqualTo(5);
          assertThat(run(session, GeodeOperations.REPLACE, 9, "x", "y").status())
              .isEqualTo(Status.NOT_FOUND);
          assertThat(run(session, GeodeOperations.CONTAINS, 4).status())
              .isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, GeodeOperations.CONTAINS, 9).status())
              .isEqualTo(Status.NOT_FOUND);
          Ending read = new Ending();
          session.execute(TestOperation.on(OperationType.READ, 1), read);
          assertThat(read.outcome().payloadBytes()).isEqualTo(5);
          assertThat(read.fieldTexts()).containsExactly("0:field0=new", "0:field1=er");
          assertThat(run(session, GeodeOperations.QUERY, 2).items()).isEqualTo(3);
          client.settingsChanged(
              TestTarget.values(
                  new GeodeDriver(), Map.of("query", "SELECT * FROM /{region} r WHERE false")));
          assertThat(run(session, GeodeOperations.QUERY, 2).status()).isEqualTo(Status.NOT_FOUND);
          assertThatThrownBy(() ->
                  client.settingsChanged(
                      TestTarget.values(new GeodeDriver(), Map.of("query", "SELECT nonsense"))))
              .hasMessageContaining("query: must be OQL, was 'SELECT nonsense'");
          client.settingsChanged(
              TestTarget.values(new GeodeDriver(), Map.of("query", "SELECT * FROM /nowhere")));
          assertThat(run(session, GeodeOperations.QUERY, 2).failureCode()).isEqualTo("bad-query");
        });
  }

  @Test
  void stepsOfATransactionAreVisibleToOthersWhenItIsCommitted() throws Exception {
    opened(
        "accounts",
        Map.of(),
        (client, session, _) -> {
          TestOperation first =
              TestOperation.on(OperationType.UPDATE, TestKey.of(1), TestRow.of("a", "b"));
          try (Session other = client.openSession()) {
            assertThat(run(session, first.at(Place.FIRST)).status()).isEqualTo(Status.SUCCEEDED);
            assertThat(run(other, OperationType.READ, 1).status()).isEqualTo(Status.NOT_FOUND);
            TestOperation last = TestOperation.on(OperationType.READ, TestKey.of(1));
            assertThat(run(session, last.at(Place.LAST)).status()).isEqualTo(Status.SUCCEEDED);
            assertThat(run(other, OperationType.READ, 1).status()).isEqualTo(Status.SUCCEEDED);
            TestOperation lost =
                TestOperation.on(OperationType.UPDATE, TestKey.of(2), TestRow.of("c", "d"));
            run(session, lost.at(Place.FIRST));
            run(session, first.at(Place.FIRST));
            run(session, last.at(Place.LAST));
            assertThat(run(other, OperationType.READ, 2).status()).isEqualTo(Status.NOT_FOUND);
          }
        });
  }

  @Test
  void aTransactionOfWhichAStepDoesNotSucceedStoresNothing() throws Exception {
    opened(
        "unfinished",
        Map.of(),
        (client, session, _) -> {
          TestRow row = TestRow.of("a", "b");
          run(session, TestOperation.on(OperationType.INSERT, TestKey.of(1), row));
          TestOperation first = TestOperation.on(OperationType.UPDATE, TestKey.of(2), row);
          TestOperation existing =
              TestOperation.on(GeodeOperations.PUT_IF_ABSENT, TestKey.of(1), row);
          try (Session other = client.openSession()) {
            for (Place place : List.of(Place.MIDDLE, Place.LAST)) {
              assertThat(run(session, first.at(Place.FIRST)).status()).isEqualTo(Status.SUCCEEDED);
              assertThat(run(session, existing.at(place)).failureCode()).isEqualTo("exists");
              assertThat(run(other, OperationType.READ, 2).status()).isEqualTo(Status.NOT_FOUND);
            }
            TestOperation next = TestOperation.on(OperationType.READ, TestKey.of(1));
            assertThat(run(session, next.at(Place.LAST)).failureCode())
                .isEqualTo("transaction-lost");
          }
        });
  }

  @Test
  void eventsOfOwnWritesAreCountedAndTimed() throws Exception {
    opened(
        "watched",
        Map.of("subscribe", "true"),
        (_, session, target) -> {
          for (int key = 0; key < 3; key++) {
            run(session, OperationType.INSERT, key, "a", "b");
          }
          awaitEvents(target, 3);
          assertThat(target.counts().get("event-latency")).isPositive();
        });
  }

  @Test
  void eventsThatAWriteHasNotCausedAreNotTimed() throws Exception {
    opened(
        "untouched",
        Map.of("subscribe", "true"),
        (_, session, target) -> {
          run(session, OperationType.INSERT, 1, "a", "b");
          awaitEvents(target, 1);
          long timed = target.counts().getOrDefault("event-latency", 0L);
          TestRow row = TestRow.of("c", "d");
          TestOperation absent =
              TestOperation.on(GeodeOperations.PUT_IF_ABSENT, TestKey.of(1), row);
          assertThat(run(session, absent).failureCode()).isEqualTo("exists");
          run(session, OperationType.DELETE, 1);
          awaitEvents(target, 2);
          assertThat(target.counts()).containsEntry("event-latency", timed);
          run(session, absent);
          awaitEvents(target, 3);
          assertThat(target.counts().get("event-latency")).isGreaterThan(timed);
        });
  }

  @Test
  @SuppressWarnings("BanJNDI") // the test's own server
  void eventsAfterATransactionThatStoredNothingAreNotTimedFromIt() throws Exception {
    opened(
        "undone",
        Map.of("subscribe", "true"),
        (_, session, target) -> {
          TestRow row = TestRow.of("a", "b");
          run(session, TestOperation.on(OperationType.INSERT, TestKey.of(1), row));
          awaitEvents(target, 1);
          long timed = target.counts().getOrDefault("event-latency", 0L);
          TestOperation one = TestOperation.on(OperationType.UPDATE, TestKey.of(2), row);
          TestOperation several = TestOperation.bulk(OperationType.BULK_WRITE, 3, 2, "a", "b");
          TestOperation existing =
              TestOperation.on(GeodeOperations.PUT_IF_ABSENT, TestKey.of(1), row);
          assertThat(run(session, one.at(Place.FIRST)).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, several.at(Place.MIDDLE)).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, existing.at(Place.LAST)).failureCode()).isEqualTo("exists");
          String jmx = SharedGeode.jmx();
          JMXServiceURL url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + jmx + "/jmxrmi");
          try (JmxManager other = new JmxManager(jmx, JMXConnectorFactory.connect(url))) {
            for (int key = 2; key < 5; key++) {
              String text = TestKey.of(key).text();
              String _ = other.gfsh("put --region=/undone --key=" + text + " --value=other");
            }
          }
          awaitEvents(target, 4);
          assertThat(target.counts()).containsEntry("event-latency", timed);
        });
  }

  private static void awaitEvents(TestTarget target, long count) {
    await()
        .pollInSameThread()
        .atMost(PATIENCE)
        .until(() -> target.counts().getOrDefault("events", 0L) == count);
  }

  @Test
  void aCachingProxyAnswersReadsItself() throws Exception {
    opened(
        "cached",
        Map.of("client-region", "caching-proxy", "local-entries", "2"),
        (client, session, _) -> {
          run(session, OperationType.INSERT, 1, "a", "b");
          try (TestTarget other = target("other", Map.of("schema", "create"));
              Client second = other.open()) {
            second.create();
            assertThat(second.count()).hasValue(0); // two targets share the cache
          }
          assertThat(run(session, OperationType.READ, 1).payloadBytes()).isEqualTo(2);
          assertThat(client.count()).hasValue(1);
        });
  }

  @Test
  void entriesOfARegionWithATimeToLiveExpire() throws Exception {
    opened(
        "fading",
        Map.of("ttl", "1s"),
        (client, session, _) -> {
          run(session, OperationType.INSERT, 1, "a", "b");
          await().pollInSameThread().atMost(PATIENCE).until(() -> client.count().orElse(1) == 0);
        });
  }

  @Test
  void aRegionThatIsOpenInThisProcessIsRefusedInOneSentence() throws Exception {
    opened(
        "single",
        Map.of(),
        (_, _, _) -> {
          try (TestTarget again = target("single", Map.of())) {
            assertThatThrownBy(again::open)
                .hasMessage(
                    "the region single is already open in this process, in which Geode allows one"
                        + " client region of each name: use another region, or another process");
          }
        });
  }

  @Test
  void telemetryHasTheEntriesAndTheHeapOfTheServer() throws Exception {
    opened(
        "measured",
        Map.of(),
        (client, session, _) -> {
          for (int key = 0; key < 7; key++) {
            assertThat(run(session, OperationType.INSERT, key, "a", "b").status())
                .isEqualTo(Status.SUCCEEDED);
          }
          Map<String, Double> now = client.telemetry();
          assertThat(now).containsEntry("entries", 7.0);
          assertThat(now.get("heap_max_bytes")).isEqualTo(256 * 1024 * 1024); // -Xmx256m
          assertThat(now.get("heap_used_bytes")).isBetween(1e6, now.get("heap_max_bytes"));
          assertThat(now)
              .containsKeys(
                  "clients",
                  "connections",
                  "gc_seconds_total",
                  "get_mean_seconds",
                  "put_mean_seconds",
                  "gets_per_second",
                  "puts_per_second");
          assertThat(client.hooks()).containsOnlyKeys("rebalance", "gc");
          assertThat(client.runHook("gc")).isEqualTo("gc has ended");
          assertThat(client.runHook("rebalance")).isEqualTo("rebalance has ended");
        });
  }

  @Test
  void withoutJmxARegionIsNeitherCreatedNorDestroyed() {
    assertThatThrownBy(() -> opened("plimsoll", Map.of("jmx", ""), (_, _, _) -> {}))
        .hasMessage("schema: must be create or none where jmx is not set, was 'temporary'");
  }
}
