package org.plimsoll.driver.gremlin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests the operations on graphs, and what the driver says of JanusGraph Server. */
@ExtendWith(SharedJanusGraph.class)
class GremlinOperationsTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private interface Work {
    void with(Client client, Session session, TestTarget target) throws Exception;
  }

  private static void opened(Map<String, String> settings, Work work) throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("schema", "recreate");
    all.put("connections", "1");
    try (TestTarget target =
            new TestTarget(
                new GremlinDriver(), SharedJanusGraph.address(), all, List.of("field0"));
        Client client = target.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, target);
      }
    }
  }

  private static Outcome run(Session session, OperationType type, long key, String... values) {
    return GraphSteps.run(session, type, key, values);
  }

  @ParameterizedTest
  @EnumSource
  void graphsAreBuiltAndTraversedInEitherForm(Submit form) throws Exception {
    Map<String, String> settings =
        Map.of(
            "submit", form.name().toLowerCase(java.util.Locale.ROOT), "edges", "2", "skew", "0.9");
    opened(
        settings,
        (client, session, target) -> GraphSteps.buildAndTraverse(client, session, target));
  }

  @Test
  void liveSettingsApplyToTheNextOperation() throws Exception {
    opened(
        Map.of("edges", "1"),
        (client, session, _) -> {
          GraphSteps.insert(session, 3); // a chain: 2 → 0 or 1 → 0
          assertThat(run(session, GraphOperations.DEGREE, 0).items()).isPositive();
          client.settingsChanged(
              TestTarget.values(
                  new GremlinDriver(),
                  Map.of("direction", "out", "submit", "script", "hops", "1", "limit", "1")));
          assertThat(run(session, GraphOperations.DEGREE, 0).items()).isZero();
          assertThat(run(session, GraphOperations.K_HOP, 2).items()).isEqualTo(1);
          assertThat(run(session, GraphOperations.READ_NEIGHBORS, 2).items()).isEqualTo(1);
        });
  }

  @Test
  void aVertexThatIsAddedTwiceIsFoundAsDuplicate() throws Exception {
    opened(
        Map.of(),
        (_, session, _) -> {
          assertThat(run(session, GraphOperations.FIND_VERTEX, 7).status())
              .isEqualTo(Status.NOT_FOUND);
          for (int i = 0; i < 2; i++) {
            assertThat(run(session, GraphOperations.ADD_VERTEX, 7, "abc").payloadBytes())
                .isEqualTo(3);
          }
          assertThat(run(session, GraphOperations.FIND_VERTEX, 7).failureCode())
              .isEqualTo("duplicate");
        });
  }

  @Test
  void theUsersScriptsAreOperationsWithBindings() throws Exception {
    String statements =
        """
        tag: g.V().has('plimsoll_key', :key).property('field0', :field0).count()
        hot(read): g.V().has('plimsoll_number', :{uniform(5,5)}).values('field0')
        """;
    opened(
        Map.of("statements", statements, "value-form", "text"),
        (_, session, _) -> {
          run(session, OperationType.INSERT, 5, "old");
          TestRow row = TestRow.of("new");
          OperationType tag = OperationType.writing("tag");
          assertThat(GraphSteps.run(session, TestOperation.on(tag, TestKey.of(5), row)).status())
              .isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, OperationType.reading("hot"), 5).items()).isEqualTo(1);
          assertThat(run(session, OperationType.READ, 5).payloadBytes()).isEqualTo(3);
        });
  }

  @Test
  void anErrorOfAScriptIsAFailureWithTheServersWords() throws Exception {
    opened(
        Map.of("statements", "wrong: g.V().nonsense(:key)\nslow: Thread.sleep(99999)"),
        (_, session, _) -> {
          var ending = new org.plimsoll.testkit.Ending();
          session.execute(TestOperation.on(OperationType.reading("wrong"), 1), ending);
          assertThat(ending.outcome().failureCode()).isEqualTo("evaluation-error");
          assertThat(ending.message()).contains("nonsense");
        });
  }

  @Test
  void stepsOfATransactionAreVisibleToOthersWhenItIsCommitted() throws Exception {
    opened(
        Map.of("transactions", "true"),
        (client, session, _) -> {
          assertThat(session.maxInFlight()).isEqualTo(1);
          try (Session other = client.openSession()) {
            TestOperation first =
                TestOperation.on(OperationType.INSERT, TestKey.of(1), TestRow.of("a"));
            TestOperation last =
                TestOperation.on(OperationType.INSERT, TestKey.of(2), TestRow.of("b"));
            assertThat(GraphSteps.run(session, first.at(Place.FIRST)).status())
                .isEqualTo(Status.SUCCEEDED);
            assertThat(run(other, OperationType.READ, 1).status()).isEqualTo(Status.NOT_FOUND);
            assertThat(GraphSteps.run(session, last.at(Place.LAST)).status())
                .isEqualTo(Status.SUCCEEDED);
            assertThat(run(other, OperationType.READ, 1).status()).isEqualTo(Status.SUCCEEDED);
            assertThat(run(other, OperationType.READ, 2).status()).isEqualTo(Status.SUCCEEDED);
            TestOperation abandoned =
                TestOperation.on(OperationType.INSERT, TestKey.of(3), TestRow.of("c"));
            GraphSteps.run(session, abandoned.at(Place.FIRST));
            GraphSteps.run(session, first.at(Place.FIRST));
            GraphSteps.run(session, last.at(Place.LAST));
            assertThat(run(other, OperationType.READ, 3).status()).isEqualTo(Status.NOT_FOUND);
          }
        });
  }

  @Test
  void aTransactionWhoseStepFindsNothingIsRolledBack() throws Exception {
    opened(
        Map.of("transactions", "true"),
        (client, session, _) -> {
          try (Session other = client.openSession()) {
            TestOperation absent = TestOperation.on(OperationType.READ, 99);
            for (Place place : List.of(Place.MIDDLE, Place.LAST)) {
              GraphSteps.run(
                  session, TestOperation.on(OperationType.INSERT, 1, "a").at(Place.FIRST));
              assertThat(GraphSteps.run(session, absent.at(place)).status())
                  .isEqualTo(Status.NOT_FOUND);
              assertThat(run(other, OperationType.READ, 1).status()).isEqualTo(Status.NOT_FOUND);
            }
            GraphSteps.run(session, TestOperation.on(OperationType.INSERT, 2, "b").at(Place.FIRST));
            GraphSteps.run(session, TestOperation.on(OperationType.INSERT, 3, "c").at(Place.LAST));
            assertThat(run(other, OperationType.READ, 2).status()).isEqualTo(Status.SUCCEEDED);
            assertThat(run(other, OperationType.READ, 1).status()).isEqualTo(Status.NOT_FOUND);
          }
        });
  }

  @Test
  void factsNameTheServerItsStorageAndItsIndexes() throws Exception {
    opened(
        Map.of(),
        (client, _, _) ->
            assertThat(client.facts())
                .containsEntry("server", "JanusGraph 1.1.0")
                .containsEntry("storage", "inmemory")
                .containsEntry("instances", "1")
                .containsEntry("indexes", "by_plimsoll_key, by_plimsoll_number")
                .containsEntry("submit", "bytecode"));
  }

  @Test
  void telemetryCountsTheRequestsAsTheServerDoes() throws Exception {
    opened(
        Map.of(),
        (client, session, _) -> {
          var before = client.telemetry();
          for (int i = 0; i < 10; i++) {
            run(session, OperationType.READ, i);
          }
          // The server counts a request after it has answered it.
          await()
              .pollInSameThread()
              .atMost(PATIENCE)
              .untilAsserted(() ->
                  assertThat(client.telemetry().getOrDefault("traversal_total", 0.0))
                      .isEqualTo(before.getOrDefault("traversal_total", 0.0) + 10));
          var after = client.telemetry();
          assertThat(after.getOrDefault("heap_used_bytes", 0.0))
              .isBetween(1e6, after.getOrDefault("heap_max_bytes", 0.0));
          assertThat(after.getOrDefault("traversal_mean_seconds", 0.0)).isBetween(1e-6, 10.0);
          assertThat(after).containsKeys("errors_total", "eval_total", "gc_seconds_total");
        });
  }

  @Test
  void aTemporarySchemaLeavesNoRowsAndNoIndexesAndTheNextRunHasThemAgain() throws Exception {
    opened(
        Map.of("schema", "temporary"),
        (_, session, _) -> run(session, OperationType.INSERT, 1, "a"));
    opened(
        Map.of("schema", "none"),
        (client, _, _) -> {
          assertThat(client.count()).hasValue(0);
          assertThat(client.facts()).containsEntry("indexes", "");
        });
    opened(
        Map.of(),
        (client, _, _) ->
            assertThat(client.facts())
                .containsEntry("indexes", "by_plimsoll_key, by_plimsoll_number"));
  }

  @Test
  void anUnknownTraversalSourceIsOneSentence() {
    TestTarget target =
        new TestTarget(
            new GremlinDriver(), SharedJanusGraph.address() + "/other", Map.of(), List.of("f"));
    try (target) {
      assertThatThrownBy(target::open)
          .hasMessageContaining(SharedJanusGraph.address() + " answered with an error: ")
          .hasMessageContaining("[other]")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void hostsWithDifferentPortsAreRefused() {
    assertThatThrownBy(() -> new GremlinDriver().checkAddress("a:1,b:2"))
        .hasMessage(
            "the hosts must have the same port, as the client library requires, was 'a:1,b:2'");
  }
}
