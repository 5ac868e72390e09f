package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests JanusGraph in memory, in this process. */
class EmbeddedGraphTest {
  private interface Work {
    void with(Client client, Session session, TestTarget target) throws Exception;
  }

  private static void opened(Map<String, String> settings, Work work) throws Exception {
    try (TestTarget target =
            new TestTarget(new JanusGraphDriver(), "inmemory", settings, List.of("field0"));
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, target);
      }
    }
  }

  @Test
  void graphsAreBuiltAndTraversed() throws Exception {
    opened(Map.of("edges", "2", "skew", "0.9"), GraphSteps::buildAndTraverse);
  }

  @Test
  void stepsOfATransactionAreVisibleToOthersWhenItIsCommitted() throws Exception {
    opened(
        Map.of("metrics", "true"),
        (client, session, _) -> {
          TestOperation first =
              TestOperation.on(OperationType.INSERT, TestKey.of(1), TestRow.of("a"));
          TestOperation last =
              TestOperation.on(OperationType.INSERT, TestKey.of(2), TestRow.of("b"));
          try (Session other = client.openSession()) {
            GraphSteps.run(session, first.at(Place.FIRST));
            assertThat(GraphSteps.run(other, OperationType.READ, 1).status())
                .isEqualTo(Status.NOT_FOUND);
            GraphSteps.run(session, last.at(Place.LAST));
            assertThat(GraphSteps.run(other, OperationType.READ, 1).status())
                .isEqualTo(Status.SUCCEEDED);
          }
          assertThat(client.telemetry()).isNotEmpty();
          assertThat(client.telemetry().keySet()).allMatch(name -> name.endsWith("_total"));
        });
  }

  @Test
  void aTransactionOfWhichAStepFindsNothingStoresNothing() throws Exception {
    opened(
        Map.of(),
        (client, session, _) -> {
          TestOperation first =
              TestOperation.on(OperationType.INSERT, TestKey.of(1), TestRow.of("a"));
          TestOperation missing = TestOperation.on(OperationType.READ, TestKey.of(9));
          try (Session other = client.openSession()) {
            for (Place place : List.of(Place.MIDDLE, Place.LAST)) {
              GraphSteps.run(session, first.at(Place.FIRST));
              assertThat(GraphSteps.run(session, missing.at(place)).status())
                  .isEqualTo(Status.NOT_FOUND);
              assertThat(GraphSteps.run(session, OperationType.READ, 1).status())
                  .isEqualTo(Status.NOT_FOUND);
            }
            assertThat(GraphSteps.run(other, OperationType.READ, 1).status())
                .isEqualTo(Status.NOT_FOUND);
          }
        });
  }

  @Test
  void aSessionThatIsClosedBetweenTwoStepsEndsItsTransaction() throws Exception {
    opened(
        Map.of("metrics", "true"),
        (client, _, _) -> {
          TestOperation first =
              TestOperation.on(OperationType.INSERT, TestKey.of(1), TestRow.of("a"));
          Session abandoned = client.openSession();
          GraphSteps.run(abandoned, first.at(Place.FIRST));
          double before = rollbacks(client);
          abandoned.close();
          await()
              .atMost(Duration.ofSeconds(60))
              .untilAsserted(() -> assertThat(rollbacks(client)).isEqualTo(before + 1));
        });
  }

  private static double rollbacks(Client client) throws Exception {
    return client.telemetry().getOrDefault("tx_rollback_total", 0.0);
  }

  @Test
  void factsNameTheVersionTheStorageAndTheIndexes() throws Exception {
    opened(
        Map.of("schema", "temporary", "options", "cache.db-cache=false"),
        (client, _, _) ->
            assertThat(client.facts())
                .containsEntry("janusgraph version", "1.1.0")
                .containsEntry("storage", "inmemory")
                .containsEntry("indexes", "by_plimsoll_key, by_plimsoll_number"));
  }

  @Test
  void anAddressWithoutAStorageIsRefused() {
    assertThatThrownBy(() -> new JanusGraphDriver().checkAddress("rocksdb:/tmp"))
        .hasMessage(
            "the address must be inmemory, berkeleyje:/path or cql:host[:port],"
                + " was 'rocksdb:/tmp'");
  }

  @Test
  void theOldestVerticesHaveTheMostEdges() {
    Neighbors neighbors = new Neighbors(new org.plimsoll.api.Distribution.Constant(1), 42);
    long[] toTheOldestTenth = new long[2];
    double[] skews = {0, 0.9};
    for (int each = 0; each < skews.length; each++) {
      for (long number = 1; number <= 10_000; number++) {
        long end = neighbors.ofNew(number, skews[each]).getFirst();
        assertThat(end).isBetween(0L, number - 1);
        toTheOldestTenth[each] += end < number / 10 ? 1 : 0;
      }
    }
    // The distribution function at a tenth: 0.1 and 0.1^0.1 = 0.794.
    assertThat(toTheOldestTenth[0] / 1e4).isBetween(0.09, 0.11);
    assertThat(toTheOldestTenth[1] / 1e4).isBetween(0.78, 0.81);
  }
}
