package org.plimsoll.driver.cassandrathrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.plimsoll.driver.cassandrathrift.OpenedTarget.ended;
import static org.plimsoll.driver.cassandrathrift.OpenedTarget.run;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.cassandra.thrift.ColumnPath;
import org.apache.cassandra.thrift.ConsistencyLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests operations and live settings that are specific to Thrift. */
@ExtendWith(SharedThriftCassandra.class)
class CassandraThriftOperationsTest {
  private static final List<String> FIELDS = List.of("a", "b", "c", "d");

  private static TestOperation insert(long key, List<String> fields, String... values) {
    return TestOperation.on(
        OperationType.INSERT,
        TestKey.of(key),
        TestRow.of(fields, List.of(values).stream().map(String::getBytes).toList()));
  }

  private static SettingValues changed(String name, String value, Map<String, String> others) {
    Map<String, String> all = SharedThriftCassandra.with(others);
    all.put(name, value);
    return TestTarget.values(new CassandraThriftDriver(), all);
  }

  @Test
  void columnsAreReadAloneInSlicesAndCounted() throws Exception {
    Map<String, String> settings = Map.of("table", "slices", "slice-start", "b");
    OpenedTarget.with(
        settings,
        FIELDS,
        (client, session, _) -> {
          run(session, insert(1, FIELDS, "A", "BB", "CCC", "DDDD"));
          assertThat(ended(session, TestOperation.on(OwnOperations.GET, 1)).fieldTexts())
              .containsExactly("0:a=A");
          assertThat(ended(session, TestOperation.on(OwnOperations.SLICE, 1)).fieldTexts())
              .containsExactly("0:b=BB", "0:c=CCC", "0:d=DDDD");
          client.settingsChanged(changed("slice-count", "2", settings));
          assertThat(ended(session, TestOperation.on(OwnOperations.SLICE, 1)).fieldTexts())
              .containsExactly("0:b=BB", "0:c=CCC");
          client.settingsChanged(changed("slice-finish", "c", Map.of()));
          assertThat(ended(session, TestOperation.on(OwnOperations.SLICE, 1)).fieldTexts())
              .containsExactly("0:a=A", "0:b=BB", "0:c=CCC");
          client.settingsChanged(changed("slice-reversed", "true", Map.of("slice-count", "1")));
          assertThat(ended(session, TestOperation.on(OwnOperations.SLICE, 1)).fieldTexts())
              .containsExactly("0:d=DDDD");
          assertThat(run(session, TestOperation.on(OwnOperations.COUNT_COLUMNS, 1)).payloadBytes())
              .isEqualTo(4);
          for (OperationType type :
              List.of(OwnOperations.GET, OwnOperations.SLICE, OwnOperations.COUNT_COLUMNS)) {
            assertThat(run(session, TestOperation.on(type, 2)).status())
                .isEqualTo(Status.NOT_FOUND);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"slice", "names"})
  void aColumnIsInsertedAloneAndReadInBothForms(String form) throws Exception {
    OpenedTarget.with(
        Map.of("table", "columns_" + form, "read", form),
        FIELDS,
        (_, session, _) -> {
          TestRow row =
              TestRow.of(FIELDS, List.of(new byte[3], new byte[5], new byte[7], new byte[9]));
          Outcome inserted =
              run(session, TestOperation.on(OwnOperations.INSERT_COLUMN, TestKey.of(7), row));
          assertThat(inserted.payloadBytes()).isEqualTo(3);
          Ending read = ended(session, TestOperation.on(OperationType.READ, 7));
          assertThat(read.fields())
              .singleElement()
              .satisfies(field -> {
                assertThat(field.name()).isEqualTo("a");
                assertThat(field.value()).hasSize(3);
              });
        });
  }

  @Test
  void anInsertIfAbsentAppliesOnce() throws Exception {
    OpenedTarget.with(
        Map.of("table", "conditions"),
        List.of("field0"),
        (_, session, context) -> {
          TestOperation first = TestOperation.on(OwnOperations.INSERT_IF_ABSENT, 1, "first");
          assertThat(run(session, first)).isEqualTo(Outcome.succeeded(5));
          TestOperation second = TestOperation.on(OwnOperations.INSERT_IF_ABSENT, 1, "second");
          assertThat(run(session, second)).isEqualTo(Outcome.succeeded(0, 0));
          assertThat(context.counts()).containsEntry("not-applied", 1L);
          assertThat(ended(session, TestOperation.on(OperationType.READ, 1)).fieldTexts())
              .containsExactly("0:field0=first");
        });
  }

  @Test
  void countersCount() throws Exception {
    OpenedTarget.with(
        Map.of("table", "counted"),
        List.of("field0"),
        (_, session, _) -> {
          TestOperation read = TestOperation.on(OwnOperations.READ_COUNTER, 1);
          assertThat(run(session, read).status()).isEqualTo(Status.NOT_FOUND);
          for (int i = 0; i < 3; i++) {
            Outcome added = run(session, TestOperation.on(OwnOperations.INCREMENT, 1));
            assertThat(added.status()).as(added.failureCode()).isEqualTo(Status.SUCCEEDED);
          }
          assertThat(run(session, read).payloadBytes()).isEqualTo(8);
          long counted =
              SharedThriftCassandra.ask(server -> {
                server.set_keyspace("own");
                return server
                    .get(
                        Columns.utf8("user1"),
                        new ColumnPath("counted_counters").setColumn(Columns.utf8("count")),
                        ConsistencyLevel.ONE)
                    .getCounter_column()
                    .getValue();
              });
          assertThat(counted).isEqualTo(3);
        });
  }

  @Test
  void aScanFindsEachLivingRowOnceAcrossPages() throws Exception {
    Map<String, String> settings = Map.of("table", "scanned", "page-size", "3");
    OpenedTarget.with(
        settings,
        List.of("field0"),
        (client, session, _) -> {
          List<Long> keys = LongStream.range(1, 21).boxed().toList();
          keys.forEach(key -> run(session, TestOperation.on(OperationType.INSERT, key, "v" + key)));
          for (long key : List.of(3L, 4L, 5L, 11L)) {
            run(session, TestOperation.on(OperationType.DELETE, key));
          }
          List<Integer> found = new ArrayList<>();
          Set<String> values = new HashSet<>();
          for (long key : keys) {
            Ending scan = ended(session, TestOperation.scan(TestKey.of(key), 7));
            found.add(scan.outcome().items());
            List<String> texts =
                scan.fieldTexts().stream().map(text -> text.replaceFirst("^\\d+:", "")).toList();
            assertThat(texts).doesNotHaveDuplicates().hasSize(scan.outcome().items());
            values.addAll(texts);
          }
          assertThat(found).contains(7).allMatch(items -> items <= 7);
          assertThat(values).hasSize(16);
          client.settingsChanged(changed("page-size", "1000", settings));
          List<Integer> again =
              keys.stream()
                  .map(key -> run(session, TestOperation.scan(TestKey.of(key), 7)).items())
                  .toList();
          assertThat(again).isEqualTo(found);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"unlogged", "logged"})
  void aBulkMayHaveAKeyTwiceAndTheLaterRowRemains(String form) throws Exception {
    OpenedTarget.with(
        Map.of("table", "bulks_" + form, "bulk-write", form),
        List.of("field0"),
        (_, session, _) -> {
          List<TestKey> keys = List.of(TestKey.of(1), TestKey.of(2), TestKey.of(1));
          List<TestRow> rows = List.of(TestRow.of("z"), TestRow.of("two"), TestRow.of("a"));
          Outcome written = run(session, TestOperation.bulk(OperationType.BULK_WRITE, keys, rows));
          assertThat(written).isEqualTo(Outcome.succeeded(3, 5));
          Ending read =
              ended(session, TestOperation.bulk(OperationType.BULK_READ, keys, List.of()));
          assertThat(read.fieldTexts())
              .containsExactlyInAnyOrder("0:field0=a", "1:field0=two", "2:field0=a");
          assertThat(read.outcome().items()).isEqualTo(3);
        });
  }

  @Test
  void consistencyLevelsChangeDuringARun() throws Exception {
    OpenedTarget.with(
        Map.of("table", "levels"),
        List.of("field0"),
        (client, session, _) -> {
          assertThat(run(session, TestOperation.on(OperationType.INSERT, 1, "v")).status())
              .isEqualTo(Status.SUCCEEDED);
          client.settingsChanged(changed("write-consistency", "TWO", Map.of()));
          Ending refused = ended(session, TestOperation.on(OperationType.UPDATE, 1, "w"));
          assertThat(refused.outcome().failureCode()).isEqualTo("unavailable");
          assertThat(refused.message()).contains("replicas");
          assertThat(run(session, TestOperation.on(OperationType.READ, 1)).status())
              .isEqualTo(Status.SUCCEEDED);
          client.settingsChanged(changed("read-consistency", "two", Map.of()));
          assertThat(run(session, TestOperation.on(OperationType.READ, 1)).failureCode())
              .isEqualTo("unavailable");
          client.settingsChanged(changed("read-consistency", "serial", Map.of()));
          assertThat(run(session, TestOperation.on(OperationType.READ, 1)).status())
              .isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void writtenColumnsLiveAsLongAsSet() throws Exception {
    OpenedTarget.with(
        Map.of("table", "lived", "ttl", "1s"),
        List.of("field0"),
        (_, session, _) -> {
          run(session, TestOperation.on(OperationType.INSERT, 1, "v"));
          await()
              .atMost(Duration.ofSeconds(60))
              .until(() ->
                  run(session, TestOperation.on(OperationType.READ, 1)).status()
                      == Status.NOT_FOUND);
        });
  }

  @Test
  void anAnswerThatIsTooLargeIsAFailureAndTheNextOperationWorks() throws Exception {
    OpenedTarget.with(
        Map.of("table", "frames", "max-frame", "64KiB"),
        List.of("field0"),
        (_, session, _) -> {
          run(session, TestOperation.on(OperationType.INSERT, 1, "x".repeat(100_000)));
          assertThat(run(session, TestOperation.on(OperationType.READ, 1)).failureCode())
              .isEqualTo("too-large");
          assertThat(run(session, TestOperation.on(OperationType.READ, 2)).status())
              .isEqualTo(Status.NOT_FOUND);
        });
  }

  @Test
  void aRequestThatTheServerRefusesHasItsWords() throws Exception {
    OpenedTarget.with(
        Map.of("table", "refused"),
        List.of("field0"),
        (_, session, _) -> {
          TestKey empty = TestKey.of(1, "");
          Ending read = ended(session, TestOperation.on(OperationType.READ, empty));
          assertThat(read.outcome().failureCode()).isEqualTo("invalid");
          assertThat(read.message()).contains("Key may not be empty");
        });
  }

  @Test
  void hooksDoWhatNodetoolDoesAndTheServerEstimatesItsRows() throws Exception {
    OpenedTarget.with(
        Map.of("table", "kept"),
        List.of("field0"),
        (client, session, _) -> {
          assertThat(client.count()).hasValue(0);
          insertMany(session);
          assertThat(client.runHook("flush")).isEqualTo("flushed on 1 node");
          assertThat(client.runHook("compact")).isEqualTo("compacted on 1 node");
          assertThat(client.runHook("cleanup")).isEqualTo("cleaned up on 1 node");
          assertThat(client.runHook("snapshot", "before-7"))
              .isEqualTo("snapshot before-7 taken on 1 node");
          assertThat(client.runHook("drop-snapshot", "before-7"))
              .isEqualTo("snapshot before-7 deleted on 1 node");
          assertThat(client.hooks()).doesNotContainKey("repair");
          SharedThriftCassandra.refreshSizeEstimates();
          assertThat(client.count().orElse(0)).isBetween(200L, 1_000L);
          assertTelemetry(client);
          client.truncate();
          assertThat(client.count()).hasValue(0);
        });
  }

  private static void insertMany(Session session) {
    for (long key = 1; key <= 500; key++) {
      run(session, TestOperation.on(OperationType.INSERT, key, "v".repeat(100)));
    }
  }

  private static void assertTelemetry(Client client) throws Exception {
    Map<String, Double> told = client.telemetry();
    assertThat(told)
        .containsEntry("schema_versions", 1.0)
        .containsEntry("nodes_unreachable", 0.0)
        .containsEntry("estimated_rows", (double) client.count().orElse(0));
    assertThat(told.getOrDefault("estimated_table_bytes", 0.0)).isBetween(20_000.0, 500_000.0);
    assertThat(client.facts())
        .containsEntry("server", "Cassandra 3.11.19")
        .containsEntry("cluster", "plimsoll")
        .containsEntry("nodes", "1")
        .containsEntry("datacenters", "datacenter1 (rack1 1)")
        .containsEntry("partitioner", "Murmur3Partitioner")
        .containsEntry("snitch", "SimpleSnitch")
        .containsEntry("comparator", "UTF8Type")
        .containsEntry("replication", "SimpleStrategy {replication_factor=1}");
  }
}
