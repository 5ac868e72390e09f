package org.plimsoll.driver.mongodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Operation.Place;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestTarget;

/** The contract and the operations of the driver, on any server of MongoDB's protocol. */
abstract class MongoDbContract extends ServerDriverContract {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new MongoDbDriver();
  }

  @Override
  protected String address() {
    return addressAt(server().address());
  }

  /** Operations do not wait for a server that is down, so that tests of outages are short. */
  @Override
  protected Map<String, String> settings() {
    return Map.of("selection-timeout", "50ms");
  }

  /** An update does not find a missing document, unless the user chooses otherwise. */
  @Override
  protected OperationType writing() {
    return OperationType.INSERT;
  }

  /** Work in a collection that is dropped at the end. */
  interface SessionWork {
    void with(Client client, Session session, TestTarget context) throws Exception;
  }

  final void inCollection(String name, Map<String, String> settings, SessionWork work)
      throws Exception {
    Map<String, String> all = new HashMap<>(settings());
    all.put("collection", name);
    all.put("schema", "temporary");
    all.putAll(settings);
    try (TestTarget context =
            new TestTarget(driver(), address(), all, List.of("field0", "field1"));
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, context);
      }
    }
  }

  final OperationType type(String operation) {
    return driver().operations().stream()
        .filter(each -> each.name().equals(operation))
        .findFirst()
        .orElseThrow();
  }

  final Ending end(Session session, String operation, long key, String... values) {
    return execute(session, TestOperation.on(type(operation), key, values));
  }

  final Outcome run(Session session, String operation, long key, String... values) {
    return end(session, operation, key, values).outcome();
  }

  private static Map<String, String> with(Map<String, String> settings, String... more) {
    Map<String, String> all = new HashMap<>(settings);
    all.putAll(TestTarget.named(more));
    return all;
  }

  @Test
  void factsNameTheServerItsNodesAndTheConcerns() throws Exception {
    inCollection(
        "facts",
        Map.of("write-concern", "majority", "read-preference", "nearest"),
        (client, _, _) ->
            assertThat(client.facts())
                .containsKeys("product", "version")
                .containsEntry("nodes", "1")
                .containsEntry("node " + server().address(), "standalone")
                .containsEntry("collection", "plimsoll.facts")
                .containsEntry("read-preference", "nearest")
                .hasEntrySatisfying(
                    "write-concern", concern -> assertThat(concern).contains("majority")));
  }

  @Test
  void anUpdateOfAMissingDocumentIsNotFoundUnlessItIsAnUpsert() throws Exception {
    inCollection(
        "updates",
        Map.of(),
        (_, session, _) -> {
          assertThat(run(session, "update", 1, "a", "b").status()).isEqualTo(Status.NOT_FOUND);
          assertThat(run(session, "read", 1).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(run(session, "upsert", 1, "a", "b").status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "update", 1, "c", "d").status()).isEqualTo(Status.SUCCEEDED);
          var read = end(session, "read", 1);
          assertThat(read.outcome().payloadBytes()).isEqualTo(2);
          assertThat(read.fieldTexts()).containsExactly("0:field0=c", "0:field1=d");
        });
    inCollection(
        "updates",
        Map.of("update", "upsert"),
        (_, session, _) -> {
          assertThat(run(session, "update", 1, "a", "b").status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "read", 1).payloadBytes()).isEqualTo(2);
        });
  }

  @Test
  void anInsertOfAnExistingDocumentFailsIfItIsNoUpsert() throws Exception {
    inCollection(
        "inserts",
        Map.of("insert", "insert"),
        (_, session, _) -> {
          assertThat(run(session, "insert", 1, "a", "b").status()).isEqualTo(Status.SUCCEEDED);
          var again = end(session, "insert", 1, "a", "b");
          assertThat(again.outcome().failureCode()).isEqualTo("exists");
          assertThat(again.message()).startsWith("11000: ");
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, 1, 3, "a", "b");
          assertThat(execute(session, bulk).outcome().failureCode()).isEqualTo("exists");
          assertThat(run(session, "read", 3).status()).isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void anOrderedBulkEndsAtItsFirstFailure() throws Exception {
    inCollection(
        "ordered",
        Map.of("insert", "insert"),
        (client, session, _) -> {
          client.settingsChanged(
              TestTarget.values(driver(), Map.of("insert", "insert", "ordered", "true")));
          run(session, "insert", 1, "a", "b");
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, 1, 3, "a", "b");
          assertThat(execute(session, bulk).outcome().failureCode()).isEqualTo("exists");
          assertThat(run(session, "read", 3).status()).isEqualTo(Status.NOT_FOUND);
        });
  }

  @Test
  void aScanReturnsTheNextKeysInOrderInBatchesOfAnySize() throws Exception {
    inCollection(
        "scans",
        Map.of("key-type", "number", "batch-size", "2"),
        (_, session, _) -> {
          for (int key = 20; key > 0; key--) {
            run(session, "insert", key, "v" + key, "");
          }
          var scan = execute(session, TestOperation.scan(TestKey.of(5), 7));
          assertThat(scan.outcome().items()).isEqualTo(7);
          assertThat(scan.fieldTexts())
              .filteredOn(text -> text.contains("field0"))
              .startsWith("0:field0=v5", "1:field0=v6")
              .endsWith("6:field0=v11");
          var none = execute(session, TestOperation.scan(TestKey.of(21), 7));
          assertThat(none.outcome()).isEqualTo(Outcome.succeeded(0, 0));
        });
  }

  @Test
  void anIndexReadFindsAllDocumentsOfTheKeysValue() throws Exception {
    inCollection(
        "indexes",
        Map.of("index-values", "3"),
        (_, session, _) -> {
          for (int key = 0; key < 9; key++) {
            run(session, "insert", key, "one", "two");
          }
          Outcome found = run(session, "index-read", 4);
          assertThat(found.items()).isEqualTo(3);
          assertThat(found.payloadBytes()).isEqualTo(3 * 6);
        });
    assertThat(driver().operations(TestTarget.values(driver(), Map.of())))
        .doesNotContain(type("index-read"));
  }

  @Test
  void anAggregationRunsThePipelineOfTheUserWhichMayChange() throws Exception {
    inCollection(
        "aggregates",
        Map.of("key-type", "number", "index-values", "2"),
        (client, session, _) -> {
          for (int key = 0; key < 6; key++) {
            run(session, "insert", key, "one", "two");
          }
          assertThat(run(session, "aggregate", 2).items()).isEqualTo(1);
          client.settingsChanged(
              TestTarget.values(
                  driver(),
                  Map.of(
                      "pipeline",
                      "[{\"$match\":{\"indexed\":\"{index}\"}}]",
                      "key-type",
                      "number")));
          Outcome odd = run(session, "aggregate", 3);
          assertThat(odd.items()).isEqualTo(3);
          assertThat(odd.payloadBytes()).isEqualTo(3 * 6);
        });
  }

  @Test
  void writeConcernAndReadPreferenceChangeDuringARun() throws Exception {
    inCollection(
        "live",
        Map.of("write-concern", "1"),
        (client, session, _) -> {
          client.settingsChanged(
              TestTarget.values(
                  driver(),
                  Map.of(
                      "write-concern", "majority",
                      "journal", "true",
                      "read-preference", "secondary-preferred",
                      "read-concern", "majority")));
          assertThat(client.facts())
              .containsEntry("read-preference", "secondaryPreferred")
              .hasEntrySatisfying("read-concern", its -> assertThat(its).contains("majority"))
              .hasEntrySatisfying(
                  "write-concern", its -> assertThat(its).contains("majority", "j", "true"));
          assertThat(run(session, "insert", 1, "a", "b").status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "read", 1).status()).isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void aTransactionOnAServerWithoutAReplicaSetIsUnsupported() throws Exception {
    inCollection(
        "alone",
        Map.of(),
        (_, session, _) -> {
          Ending begun = execute(session, TestOperation.on(type("begin"), key()).at(Place.FIRST));
          assertThat(begun.outcome().failureCode()).isEqualTo("unsupported");
          assertThat(begun.message()).isEqualTo("transactions need a replica set or a router");
          assertThat(run(session, "insert", 1, "a", "b").status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "commit", 1).failureCode()).isEqualTo("no-transaction");
        });
  }

  @Test
  void aCollectionIsCreatedWithItsIndexAndDroppedIfTemporary() throws Exception {
    inCollection("shape", Map.of("index-values", "5"), (_, _, _) -> {});
    assertThatThrownBy(() -> inCollection("shape", Map.of("schema", "none"), (_, _, _) -> {}))
        .hasMessageContaining("there is no collection plimsoll.shape");
    inCollection("shape", Map.of("schema", "create"), (_, s, _) -> run(s, "insert", 1, "a", "b"));
    Map<String, String> unmade = Map.of("schema", "none", "index-values", "5");
    assertThatThrownBy(() -> inCollection("shape", unmade, (_, _, _) -> {}))
        .hasMessageContaining("has no index on indexed");
    inCollection(
        "shape",
        Map.of("schema", "recreate"),
        (client, _, _) -> assertThat(client.count()).hasValue(0));
    inCollection("shape", Map.of(), (_, _, _) -> {});
  }

  @Test
  void rowsAreCountedAndTruncated() throws Exception {
    inCollection(
        "counted",
        Map.of(),
        (client, session, _) -> {
          for (int key = 0; key < 5; key++) {
            run(session, "insert", key, "a", "b");
          }
          assertThat(client.count()).hasValue(5);
          client.truncate();
          assertThat(client.count()).hasValue(0);
        });
  }

  @Test
  void telemetryIsThatOfTheServerAndTheCollection() throws Exception {
    inCollection(
        "measured",
        Map.of(),
        (client, session, _) -> {
          run(session, "insert", 1, "a", "b");
          assertThat(client.telemetry())
              .containsEntry("collection_documents", 1.0)
              .hasEntrySatisfying("uptime_seconds", its -> assertThat(its).isBetween(0.1, 3600.0));
        });
  }

  @Test
  void hooksMaintainIndexesDuringARun() throws Exception {
    inCollection(
        "hooks",
        Map.of(),
        (client, session, _) -> {
          run(session, "insert", 1, "a", "b");
          assertThat(client.runHook("add-index", "field0")).contains("field0");
          assertThat(client.runHook("drop-index", "field0")).contains("dropped");
          assertThatThrownBy(() -> client.runHook("add-index", "$x"))
              .hasMessageContaining("must have the name of a field in parentheses, was '$x'");
        });
  }

  @Test
  void aDocumentAboveTheLimitIsTooLargeAndTheSessionContinues() throws Exception {
    inCollection(
        "large",
        Map.of(),
        (_, session, _) -> {
          var large =
              TestOperation.on(OperationType.INSERT, key(), row(9_000_000)); // two such fields
          assertThat(execute(session, large).outcome().failureCode())
              .isEqualTo(FailureCode.Common.TOO_LARGE.text());
          assertThat(run(session, "insert", 1, "a", "b").status()).isEqualTo(Status.SUCCEEDED);
        });
  }

  @Override
  protected List<String> fieldNames() {
    return List.of("field0", "field1");
  }

  @Override
  protected int hugeValueBytes() {
    return 5_000_000; // a document has at most 16 MiB
  }

  @Test
  void aPoolThatIsExhaustedIsNamed() throws Exception {
    Map<String, String> settings =
        with(settings(), "connections", "1", "collection", "pooled", "schema", "temporary");
    opened(
        address(),
        settings,
        client -> {
          client.settingsChanged(TestTarget.values(driver(), settings));
          try (Session first = client.openSession();
              Session second = client.openSession()) {
            server().freeze();
            var stalled = execute(first, write(key(), smallRow()));
            try {
              var refused = execute(second, write(key(), smallRow()));
              await().atMost(PATIENCE).until(() -> stalled.times() + refused.times() == 1);
              var ended = stalled.times() > 0 ? stalled : refused;
              assertThat(ended.outcome().failureCode()).isEqualTo("pool-timeout");
            } finally {
              server().thaw();
            }
          }
        });
  }
}
