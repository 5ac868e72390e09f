package org.plimsoll.driver.hbase;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** The operations and their failures on a real server. */
@ExtendWith(SharedHBase.class)
class HBaseOperationsTest extends InTable {
  private static final Map<String, String> KEPT = Map.of("schema", "create");

  /** Work with the columns beside the fields: another client reads them as the fields of rows. */
  private interface Beside {
    void with(Session session, Session beside) throws Exception;
  }

  private void withColumnsBeside(String table, Beside work) throws Exception {
    inTable(
        table,
        Map.of(),
        (_, session, _) ->
            inTable(
                table,
                Map.of("schema", "none", "family", "own", "own-family", "f"),
                (_, beside, _) -> work.with(session, beside)));
  }

  @Test
  void createFailsIfTheRowExists() throws Exception {
    inTable(
        "operations",
        KEPT,
        (_, session, _) -> {
          TestKey key = key();
          assertSucceeded(run(session, OwnOperations.CREATE, key, "ab", "c"), 1, 3);
          Ending again = end(session, OwnOperations.CREATE, key, "other", "row");
          assertThat(again.outcome().failureCode()).isEqualTo("exists");
          assertThat(columns(session, key)).containsExactly("a=ab", "b=c");
        });
  }

  /** Each has read the first field before one of the others has written. */
  @Test
  void ofManyConcurrentChecksSomeConflict() throws Exception {
    inTable(
        "operations",
        KEPT,
        (_, session, _) -> {
          TestKey key = key();
          assertThat(run(session, OwnOperations.CHECK_AND_PUT, key, "x", "y").status())
              .isEqualTo(Status.NOT_FOUND);
          run(session, OperationType.INSERT, key, "x", "y");
          List<Ending> endings = new ArrayList<>();
          for (int i = 0; i < 40; i++) {
            endings.add(end(session, OwnOperations.CHECK_AND_PUT, key, "value" + i, "y"));
          }
          assertThat(endings)
              .anyMatch(each -> each.outcome().status() == Status.SUCCEEDED)
              .anyMatch(each -> "conflict".equals(each.outcome().failureCode()));
        });
  }

  @Test
  void noIncrementIsLostAndTheCounterIsNoFieldOfTheRow() throws Exception {
    withColumnsBeside(
        "counted",
        (session, beside) -> {
          TestKey key = key();
          run(session, OperationType.INSERT, key, "ab", "c");
          List<Ending> endings = new ArrayList<>();
          for (int i = 0; i < 20; i++) {
            endings.add(end(session, OwnOperations.INCREMENT, key));
          }
          endings.forEach(ending -> assertSucceeded(ending.outcome(), 1, 8));
          assertThat(columns(session, key)).containsExactly("a=ab", "b=c");
          Ending read = execute(beside, TestOperation.on(OperationType.READ, key));
          assertSucceeded(read.outcome(), 1, 8);
          assertThat(read.fields().getFirst().name()).isEqualTo("counter");
          assertThat(ByteBuffer.wrap(read.fields().getFirst().value()).getLong()).isEqualTo(20);
        });
  }

  @Test
  void appendsGrowColumnsAndAMutationOfTheRowDeletesThem() throws Exception {
    withColumnsBeside(
        "appended",
        (session, beside) -> {
          TestKey key = key();
          assertSucceeded(run(session, OwnOperations.APPEND, key, "ab", "c"), 1, 3);
          assertSucceeded(run(session, OwnOperations.APPEND, key, "12", "3"), 1, 3);
          assertThat(columns(beside, key)).containsExactly("a=ab12", "b=c3");
          assertThat(run(session, OperationType.READ, key).status()).isEqualTo(Status.NOT_FOUND);
          assertSucceeded(run(session, OwnOperations.MUTATE_ROW, key, "new", "row"), 1, 6);
          assertThat(columns(session, key)).containsExactly("a=new", "b=row");
          assertThat(run(beside, OperationType.READ, key).status()).isEqualTo(Status.NOT_FOUND);
        });
  }

  @Test
  void aCounterWithoutANumberFailsWithACode() throws Exception {
    try (TestTarget context =
            new TestTarget(
                driver(), address() + "/texts", Map.of("schema", "temporary"), List.of("counter"));
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        TestKey key = key();
        TestRow text = TestRow.of(List.of("counter"), List.of(utf8("abc")));
        assertSucceeded(
            execute(session, TestOperation.on(OwnOperations.APPEND, key, text)).outcome(), 1, 3);
        Ending failed = execute(session, TestOperation.on(OwnOperations.INCREMENT, key));
        assertThat(failed.outcome().failureCode()).isEqualTo("not-a-number");
        assertThat(failed.message()).contains("not a long").doesNotContain("\n");
      }
    }
  }

  private static List<TestKey> keys(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> TestKey.of(i, "row" + (char) ('a' + i)))
        .toList();
  }

  @Test
  void aScanReturnsRowsFromItsKeyOnInTheOrderOfKeysWithAnyCaching() throws Exception {
    inTable(
        "scanned",
        Map.of("split-keys", "rowg,rowd"),
        (client, session, _) -> {
          for (TestKey key : keys(10).reversed()) {
            run(session, OperationType.INSERT, key, key.text(), "x");
          }
          for (String caching : List.of("0", "2")) {
            client.settingsChanged(TestTarget.values(driver(), Map.of("scan-caching", caching)));
            Ending scan = execute(session, TestOperation.scan(keys(10).get(2), 6));
            assertSucceeded(scan.outcome(), 6, 6 * 5);
            assertThat(scan.fields())
                .filteredOn(field -> field.name().equals("a"))
                .extracting(
                    field -> field.item() + new String(field.value(), StandardCharsets.UTF_8))
                .containsExactly("0rowc", "1rowd", "2rowe", "3rowf", "4rowg", "5rowh");
          }
          Ending end = execute(session, TestOperation.scan(keys(10).get(8), 6));
          assertSucceeded(end.outcome(), 2, 10);
          assertThat(client.facts()).containsEntry("regions", "3");
          assertThat(client.count()).hasValue(10);
        });
  }

  @Test
  void readsReturnAsManyVersionsAsAreAskedForAndTheNewestRow() throws Exception {
    inTable(
        "versioned",
        Map.of("kept-versions", "3", "read", "columns"),
        (client, session, _) -> {
          TestKey key = key();
          for (String value : List.of("1", "22", "333", "4444")) {
            run(session, OperationType.UPDATE, key, value, "x");
            awaitNextMillisecond();
          }
          assertSucceeded(run(session, OperationType.READ, key), 1, 5);
          client.settingsChanged(TestTarget.values(driver(), Map.of("versions", "2")));
          assertThat(run(session, OperationType.READ, key).payloadBytes()).isPositive();
          client.settingsChanged(
              TestTarget.values(driver(), Map.of("versions", "9", "read", "columns")));
          assertSucceeded(run(session, OperationType.READ, key), 1, 4 + 3 + 2 + 3);
          assertThat(columns(session, key)).containsExactly("a=4444", "b=x");
        });
  }

  /** Of two writes within a millisecond, HBase keeps one version. */
  private static void awaitNextMillisecond() {
    long now = System.currentTimeMillis();
    while (System.currentTimeMillis() == now) {
      Thread.onSpinWait();
    }
  }

  @Test
  void ofTwoRowsOfABulkWithOneKeyTheLastIsWritten() throws Exception {
    inTable(
        "operations",
        KEPT,
        (_, session, _) -> {
          TestKey key = key();
          var bulk =
              TestOperation.bulk(
                  OperationType.BULK_WRITE,
                  List.of(key, key),
                  List.of(
                      TestRow.of(fieldNames(), List.of(utf8("first"), utf8("x"))),
                      TestRow.of(fieldNames(), List.of(utf8("last"), utf8("y")))));
          assertSucceeded(execute(session, bulk).outcome(), 2, 11);
          assertThat(columns(session, key)).containsExactly("a=last", "b=y");
        });
  }

  /** The write-ahead log of the server is a file that grows with each write that it gets. */
  @Test
  void aWriteThatSkipsTheLogIsNotInIt() throws Exception {
    inTable(
        "logged",
        Map.of(),
        (client, session, _) -> {
          String value = "v".repeat(300_000);
          long before = logBytes();
          run(session, OperationType.INSERT, key(), value, "x");
          long logged = logBytes();
          assertThat(logged - before).isGreaterThan(300_000);
          client.settingsChanged(TestTarget.values(driver(), Map.of("durability", "skip-wal")));
          assertSucceeded(run(session, OperationType.INSERT, key(), value, "x"), 1, 300_001);
          assertThat(logBytes() - logged).isLessThan(300_000);
        });
  }

  private static long logBytes() throws IOException {
    try (Stream<Path> files = Files.walk(SharedHBase.server().files().resolve("WALs"))) {
      return files
          .filter(file -> !file.toFile().getName().startsWith("."))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  @Test
  void aReadOfTheTimelineIsAnsweredByAReplicaOrTheRegion() throws Exception {
    inTable(
        "replicated",
        Map.of("region-replicas", "2", "consistency", "timeline"),
        (client, session, context) -> {
          TestKey key = key();
          run(session, OperationType.INSERT, key, "ab", "c");
          for (int i = 0; i < 20; i++) {
            assertThat(run(session, OperationType.READ, key).status())
                .isIn(Status.SUCCEEDED, Status.NOT_FOUND);
          }
          assertThat(context.counts()).containsKey("stale-reads");
          assertThat(client.facts()).containsEntry("regions", "1");
        });
  }

  @Test
  void aValueOrAKeyAboveTheLimitsHasACode() throws Exception {
    inTable(
        "operations",
        KEPT,
        (_, session, _) -> {
          Ending large = end(session, OperationType.INSERT, key(), "v".repeat(11_000_000), "x");
          assertThat(large.outcome().failureCode()).isEqualTo("too-large");
          assertThat(large.message()).contains("exceeds limit of");
          TestKey longKey = TestKey.of(1, "k".repeat(40_000));
          Outcome refused = run(session, OperationType.INSERT, longKey, "a", "b");
          assertThat(refused.failureCode()).isEqualTo("key-too-long");
          assertThat(refused.attempts()).isZero();
        });
  }
}
