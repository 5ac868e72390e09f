package org.plimsoll.driver.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.assertj.core.data.Offset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.OperationType.Side;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.FaultProxy;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests operations and settings that are specific to Cassandra. */
@ExtendWith(SharedCassandra.class)
class CassandraOperationsTest {
  private static final OperationType INSERT_IF_ABSENT = OperationType.writing("insert-if-absent");
  private static final OperationType UPDATE_IF = OperationType.writing("update-if");
  private static final OperationType INCREMENT =
      new OperationType("increment", Side.WRITES, false, false);
  private static final OperationType READ_COUNTER = OperationType.reading("read-counter");
  private static final OperationType READ_PARTITION = OperationType.reading("read-partition");

  private static CqlSession cql;

  private final Driver driver = new CassandraDriver();

  @BeforeAll
  static void connect() {
    cql =
        CqlSession.builder()
            .addContactPoint(
                new InetSocketAddress(
                    InetAddress.getLoopbackAddress(), SharedCassandra.server().port()))
            .withLocalDatacenter("datacenter1")
            .withAuthCredentials("cassandra", "cassandra")
            .build();
  }

  @AfterAll
  static void disconnect() {
    cql.close();
  }

  private interface Work {
    void with(Client client, Session session, TestTarget context) throws Exception;
  }

  /** Opens a separate table in the keyspace {@code own}. */
  private void opened(String table, Map<String, String> settings, List<String> fields, Work work)
      throws Exception {
    try (TestTarget context = context(table, settings, fields);
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, context);
      }
    }
  }

  private TestTarget context(String table, Map<String, String> settings, List<String> fields) {
    Map<String, String> all = new HashMap<>(SharedCassandra.CREDENTIALS);
    all.put("table", table);
    all.putAll(settings);
    return new TestTarget(driver, SharedCassandra.address() + "/own", all, fields);
  }

  private static Outcome execute(Session session, TestOperation operation) {
    Ending ending = new Ending();
    session.execute(operation, ending);
    return ending.outcome();
  }

  private static List<Row> rows(String question) {
    return cql.execute(SimpleStatement.newInstance(question).setTimeout(Duration.ofSeconds(20)))
        .all();
  }

  private static TestOperation insert(long key, String... values) {
    return TestOperation.on(OperationType.INSERT, key, values);
  }

  /** An insert of values into the named fields. */
  private static TestOperation insert(long key, List<String> fieldNames, String... values) {
    List<byte[]> bytes =
        Stream.of(values).map(value -> value.getBytes(StandardCharsets.UTF_8)).toList();
    return TestOperation.on(OperationType.INSERT, TestKey.of(key), TestRow.of(fieldNames, bytes));
  }

  @Test
  void anUnreachableConsistencyFailsAsUnavailableUntilItIsChanged() throws Exception {
    Map<String, String> two = Map.of("write-consistency", "two", "read-consistency", "LOCAL_ONE");
    opened(
        "levels",
        two,
        List.of("field0"),
        (client, session, _) -> {
          Outcome refused = execute(session, insert(1, "a"));
          assertThat(refused.failureCode()).isEqualTo("unavailable");
          assertThat(Objects.requireNonNull(refused.message()).get())
              .contains("Not enough replicas available", "2 required but only 1 alive");
          assertThat(refused.attempts()).isEqualTo(1);
          client.settingsChanged(
              TestTarget.values(
                  driver, Map.of("write-consistency", "one", "read-consistency", "three")));
          assertThat(execute(session, insert(1, "a")).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(execute(session, TestOperation.on(OperationType.READ, 1)).failureCode())
              .isEqualTo("unavailable");
        });
  }

  @Test
  void aChangedTimeToLiveAppliesToLaterWrites() throws Exception {
    opened(
        "living",
        Map.of(),
        List.of("field0"),
        (client, session, _) -> {
          execute(session, insert(1, "a"));
          client.settingsChanged(TestTarget.values(driver, Map.of("ttl", "1h")));
          execute(session, insert(2, "a"));
          execute(session, TestOperation.on(OperationType.UPDATE, 3, "a"));
          assertThat(rows("SELECT ttl(field0) FROM own.living WHERE key = 0x7573657231"))
              .allMatch(row -> row.isNull(0))
              .hasSize(1);
          assertThat(
                  rows(
                      "SELECT ttl(field0) FROM own.living WHERE key IN"
                          + " (0x7573657232, 0x7573657233)"))
              .allMatch(row -> row.getInt(0) > 3000 && row.getInt(0) <= 3600)
              .hasSize(2);
        });
  }

  @Test
  void theStoreDecidesConditionalWrites() throws Exception {
    Map<String, String> local = Map.of("serial-consistency", "local-serial");
    opened(
        "decided",
        local,
        List.of("field0"),
        (client, session, context) -> {
          client.truncate();
          assertThat(execute(session, TestOperation.on(UPDATE_IF, 1, "no")).status())
              .isEqualTo(Status.NOT_FOUND);
          assertThat(execute(session, TestOperation.on(INSERT_IF_ABSENT, 1, "first")).items())
              .isEqualTo(1);
          Outcome second = execute(session, TestOperation.on(INSERT_IF_ABSENT, 1, "second"));
          assertThat(second.status()).isEqualTo(Status.SUCCEEDED);
          assertThat(second.items()).isZero();
          assertThat(texts("SELECT field0 FROM own.decided")).containsExactly("first");
          assertThat(execute(session, TestOperation.on(UPDATE_IF, 1, "third")).status())
              .isEqualTo(Status.SUCCEEDED);
          assertThat(texts("SELECT field0 FROM own.decided")).containsExactly("third");
          assertThat(context.counts()).containsEntry("not-applied", 2L);
        });
  }

  private static List<String> texts(String question) {
    return rows(question).stream()
        .map(row ->
            StandardCharsets.UTF_8.decode(Objects.requireNonNull(row.getByteBuffer(0))).toString())
        .toList();
  }

  @Test
  void countersAreIncremented() throws Exception {
    opened(
        "counted",
        Map.of(),
        List.of("field0"),
        (client, session, _) -> {
          client.truncate();
          assertThat(execute(session, TestOperation.on(READ_COUNTER, 7)).status())
              .isEqualTo(Status.NOT_FOUND);
          for (int i = 0; i < 3; i++) {
            assertThat(execute(session, TestOperation.on(INCREMENT, 7)).status())
                .isEqualTo(Status.SUCCEEDED);
          }
          assertThat(execute(session, TestOperation.on(READ_COUNTER, 7)).status())
              .isEqualTo(Status.SUCCEEDED);
          assertThat(rows("SELECT count FROM own.counted_counters"))
              .extracting(row -> row.getLong(0))
              .containsExactly(3L);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"separate", "unlogged", "logged", "unlogged-by-partition", "logged-by-partition"})
  void everyBulkFormWritesEachRowOnceInItsPlace(String form) throws Exception {
    Map<String, String> settings =
        Map.of("bulk-write", form, "rows-per-partition", "3", "key-type", "bigint");
    opened(
        "bulks",
        settings,
        List.of("field0"),
        (client, session, _) -> {
          client.truncate();
          Outcome outcome =
              execute(session, TestOperation.bulk(OperationType.BULK_WRITE, 10, 7, "abc"));
          assertThat(outcome.items()).isEqualTo(7);
          assertThat(outcome.payloadBytes()).isEqualTo(21);
          // Keys 10 to 16, three to a partition.
          assertThat(rows("SELECT key, position FROM own.bulks"))
              .extracting(row -> row.getLong(0) * 3 + row.getInt(1))
              .containsExactlyInAnyOrder(10L, 11L, 12L, 13L, 14L, 15L, 16L);
        });
  }

  @Test
  void scansAndPartitionsAreReadInPages() throws Exception {
    Map<String, String> settings =
        Map.of("rows-per-partition", "20", "page-size", "3", "key-type", "text");
    opened(
        "paged",
        settings,
        List.of("field0", "field1"),
        (client, session, _) -> {
          client.truncate();
          execute(session, TestOperation.bulk(OperationType.BULK_WRITE, 0, 25, "ab", "c"));
          Outcome scan = execute(session, TestOperation.scan(TestOperation.TestKey.of(5), 10));
          assertThat(scan.items()).isEqualTo(10);
          assertThat(scan.payloadBytes()).isEqualTo(30);
          Outcome atTheEnd = execute(session, TestOperation.scan(TestOperation.TestKey.of(18), 10));
          assertThat(atTheEnd.items()).isEqualTo(2);
          assertThat(execute(session, TestOperation.on(READ_PARTITION, 7)).items()).isEqualTo(20);
          client.settingsChanged(TestTarget.values(driver, Map.of("page-size", "100")));
          assertThat(execute(session, TestOperation.on(READ_PARTITION, 21)).items()).isEqualTo(5);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"columns", "map", "frozen-map", "list", "udt"})
  void everyRowFormReturnsTheRowThatWasWritten(String form) throws Exception {
    String table = "form_" + form.replace('-', '_');
    opened(
        table,
        Map.of("row-form", form),
        List.of("a", "B"),
        (_, session, _) -> {
          execute(session, insert(1, List.of("a", "B"), "first", ""));
          Ending read = new Ending();
          session.execute(TestOperation.on(OperationType.READ, 1), read);
          assertThat(read.outcome().payloadBytes()).isEqualTo(5);
          assertThat(read.fieldTexts()).containsExactly("0:a=first", "0:B=");
        });
  }

  @Test
  void typedFieldsAreNumbersAndTextsForOtherPrograms() throws Exception {
    Map<String, String> types = Map.of("column-types", "bigint, text");
    List<String> names = List.of("n", "t");
    opened(
        "types",
        types,
        names,
        (_, session, _) -> {
          execute(session, insert(1, names, "\0\0\0\0\0\0\0\5", "grün"));
          Row row = rows("SELECT n, t FROM own.types").getFirst();
          assertThat(row.getLong(0)).isEqualTo(5);
          assertThat(row.getString(1)).isEqualTo("grün");
          Outcome wrong = execute(session, insert(1, names, "too wide for it", "x"));
          assertThat(wrong.failureCode()).isEqualTo("invalid");
        });
  }

  @Test
  void theSchemaIsCreatedAsConfiguredAndDroppedIfConfigured() throws Exception {
    Map<String, String> settings =
        Map.of(
            "schema",
            "temporary",
            "compaction",
            "LeveledCompactionStrategy(sstable_size_in_mb=32)",
            "compression",
            "LZ4Compressor(chunk_length_in_kb=4)",
            "table-options",
            "gc_grace_seconds = 600");
    opened(
        "passing",
        settings,
        List.of("field0"),
        (client, _, _) -> {
          assertThat(client.facts().get("compaction"))
              .contains("LeveledCompactionStrategy", "sstable_size_in_mb=32");
          assertThat(client.facts().get("compression")).contains("chunk_length_in_kb=4");
          assertThat(
                  rows(
                      "SELECT gc_grace_seconds FROM system_schema.tables"
                          + " WHERE keyspace_name = 'own'"
                          + " AND table_name = 'passing'"))
              .extracting(row -> row.getInt(0))
              .containsExactly(600);
        });
    assertThat(
            rows(
                "SELECT table_name FROM system_schema.tables WHERE keyspace_name = 'own' AND"
                    + " table_name IN ('passing', 'passing_counters')"))
        .isEmpty();
  }

  @Test
  void aTableWithOtherColumnsIsRefusedOrRecreatedIfConfigured() throws Exception {
    opened(
        "shaped",
        Map.of(),
        List.of("field0"),
        (_, session, _) ->
            assertThat(execute(session, insert(1, "a")).status()).isEqualTo(Status.SUCCEEDED));
    assertThatThrownBy(
            () -> opened("shaped", Map.of(), List.of("field0", "field1"), (_, _, _) -> {}))
        .hasMessageContaining("own.shaped")
        .hasMessageContaining("field1")
        .hasMessageContaining("schema=recreate")
        .hasMessageNotContaining("\n");
    opened(
        "shaped",
        Map.of("schema", "recreate"),
        List.of("field0", "field1"),
        (client, session, _) -> {
          assertThat(client.count()).hasValue(0);
          assertThat(execute(session, insert(1, "a", "b")).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(client.count()).isNotEqualTo(OptionalLong.of(0));
        });
  }

  @Test
  void aMissingTableIsReportedIfItMustNotBeCreated() {
    assertThatThrownBy(
            () -> opened("absent", Map.of("schema", "none"), List.of("field0"), (_, _, _) -> {}))
        .hasMessageContaining("own.absent")
        .hasMessageContaining("schema=create");
  }

  @Test
  void anUnknownDatacenterIsReportedWithTheKnownOnes() {
    Map<String, String> elsewhere = Map.of("local-datacenter", "dc7");
    assertThatThrownBy(() -> opened("rows", elsewhere, List.of("field0"), (_, _, _) -> {}))
        .hasMessage("local-datacenter: must be one of datacenter1, was 'dc7'");
  }

  @Test
  void wrongCredentialsAreReportedWithoutThePassword() {
    for (Map<String, String> wrong :
        List.of(Map.of("password", "wrong-word"), Map.of("user", "", "password", ""))) {
      assertThatThrownBy(() -> opened("rows", wrong, List.of("field0"), (_, _, _) -> {}))
          .hasMessageContaining(SharedCassandra.address())
          .hasMessageContaining("refused the credentials")
          .hasMessageNotContaining("wrong-word")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void aServerWithoutTlsIsReportedWithoutItsAnswer() {
    Throwable failure = new SSLException("not an SSL/TLS record: 8500030100000000680000000a");
    assertThat(Failures.unusable("h:9042", Duration.ofSeconds(5), failure))
        .hasMessage("h:9042 failed the TLS handshake: not an SSL/TLS record");
  }

  @Test
  void anUntrustedCertificateIsRefusedUnlessVerificationIsOff() throws Exception {
    assertThatThrownBy(
            () -> opened("rows", Map.of("tls", "true"), List.of("field0"), (_, _, _) -> {}))
        .hasMessageContaining(SharedCassandra.address())
        .hasMessageContaining("TLS");
    opened(
        "rows",
        Map.of("tls", "true", "tls-verify", "false"),
        List.of("field0"),
        (client, _, _) -> assertThat(client.facts()).containsKey("server"));
  }

  @Test
  void factsIncludeVersionNodesAndTopology() throws Exception {
    opened(
        "rows",
        Map.of(),
        List.of("field0"),
        (client, _, _) ->
            assertThat(client.facts())
                .containsEntry("server", "Cassandra 5.0.9")
                .containsEntry("nodes", "1")
                .containsEntry("datacenters", "datacenter1 (rack1 1)")
                .containsEntry("partitioner", "Murmur3Partitioner")
                .containsEntry("protocol", "V5")
                .containsEntry("replication", "NetworkTopologyStrategy {datacenter1=1}"));
  }

  @Test
  void telemetryIsReadFromTheVirtualTables() throws Exception {
    opened(
        "rows",
        Map.of(),
        List.of("field0"),
        (client, session, _) -> {
          execute(session, insert(1, "a"));
          assertThat(client.telemetry())
              .containsKeys(
                  "requests_pending",
                  "writes_active",
                  "compactions_pending",
                  "key_cache_hits_total");
          // The server closes the connections of earlier tests when it gets to it, which may be
          // between the two questions.
          await()
              .pollInSameThread()
              .atMost(Duration.ofSeconds(60))
              .untilAsserted(() ->
                  assertThat(client.telemetry().get("connected_clients"))
                      .isCloseTo(
                          (double)
                              rows("SELECT count(*) FROM system_views.clients")
                                  .getFirst()
                                  .getLong(0),
                          Offset.offset(2.0)));
        });
  }

  /** What is shown, beside what nodetool prints about the same table. */
  @Test
  void unitsOfTelemetryAreThoseOfTheServersOwnTool() throws Exception {
    opened(
        "measured",
        Map.of(),
        List.of("field0"),
        (client, session, _) -> {
          // Rows of megabytes take the server milliseconds: the virtual tables round to these.
          for (int key = 0; key < 60; key++) {
            Outcome written = execute(session, insert(key % 10, "x".repeat(3_000_000)));
            assertThat(written.status()).isEqualTo(Status.SUCCEEDED);
            assertThat(execute(session, TestOperation.on(OperationType.READ, key % 10)).status())
                .isEqualTo(Status.SUCCEEDED);
          }
          SharedCassandra.nodetool("flush", "own", "measured");
          String before = SharedCassandra.nodetool("tablehistograms", "own", "measured");
          Map<String, Double> told = client.telemetry();
          String after = SharedCassandra.nodetool("tablehistograms", "own", "measured");
          String stats = SharedCassandra.nodetool("tablestats", "own.measured");

          assertBetween(told.get("local_read_p99_seconds"), before, after, 0);
          assertBetween(told.get("local_write_p99_seconds"), before, after, 1);
          // nodetool has those of a coordinator for all tables only: the unit is that of the
          // others.
          for (String side : List.of("read", "write")) {
            double local = told.getOrDefault("local_" + side + "_p99_seconds", Double.NaN);
            assertThat(told.get("coordinator_" + side + "_p99_seconds"))
                .isBetween(0.3 * local - 0.0011, 100 * local + 0.0011);
          }
          Matcher used = Pattern.compile("Space used \\(total\\): (\\d+)").matcher(stats);
          assertThat(used.find()).as(stats).isTrue();
          assertThat(told.get("table_bytes"))
              .isCloseTo(Double.parseDouble(used.group(1)), Offset.offset((double) (1 << 20)));
        });
  }

  /** A number in the row of a percentile, counted from the first after it. */
  private static double micros(String printed, String percentile, int column) {
    String row =
        printed.lines().filter(line -> line.startsWith(percentile)).findFirst().orElseThrow();
    return Double.parseDouble(row.strip().split("\\s+", -1)[1 + column]);
  }

  /**
   * The server rounds to milliseconds. Its histograms decay while nodetool starts, so that a figure
   * is compared with those before and after it.
   */
  private static void assertBetween(
      @Nullable Double seconds, String before, String after, int column) {
    double first = micros(before, "99%", column) / 1e6;
    double last = micros(after, "99%", column) / 1e6;
    assertThat(seconds)
        .isBetween(Math.min(first, last) * 0.3 - 0.0011, Math.max(first, last) * 1.7 + 0.0011);
  }

  @Test
  void anUnreachableNodeIsReportedAsAnEvent() throws Exception {
    Map<String, String> all = new HashMap<>(SharedCassandra.CREDENTIALS);
    FaultProxy proxy = FaultProxy.to(SharedCassandra.server().port());
    try (proxy;
        TestTarget context =
            new TestTarget(driver, proxy.address() + "/own", all, List.of("field0"));
        Client client = context.open()) {
      assertThat(client.facts()).containsEntry("nodes", "1");
      assertThat(context.events()).isEmpty();
      proxy.close();
      await().atMost(Duration.ofSeconds(60)).until(() -> !context.events().isEmpty());
      assertThat(context.events()).first().asString().matches("node [^/]+:[0-9]+ is down");
    }
  }

  @Test
  void aRequestAboveTheConnectionsLimitIsRejectedWithoutBeingSent() throws Exception {
    Map<String, String> settings = Map.of("requests-per-connection", "32", "in-flight", "2000");
    opened(
        "rows",
        settings,
        List.of("field0"),
        (_, session, _) -> {
          List<Ending> endings = new ArrayList<>();
          for (int i = 0; i < 2000; i++) {
            Ending ending = new Ending();
            session.execute(insert(i, "a"), ending);
            endings.add(ending);
          }
          assertThat(endings)
              .filteredOn(ending -> ending.outcome().status() == Status.FAILED)
              .isNotEmpty()
              .allMatch(ending -> "rejected".equals(ending.outcome().failureCode()))
              .allMatch(ending -> ending.outcome().attempts() == 0);
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ":::", "h:99999", "h:1,", "h/1x", "h/a-b", "h:-1"})
  void anInvalidAddressIsRefusedBeforeAnyConnection(String address) {
    assertThatThrownBy(() -> driver.checkAddress(address))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must be");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "read-consistency=most",
        "read-consistency=any",
        "write-consistency=local-serial",
        "replication=0",
        "replication=dc1",
        "compaction=Leveled(x",
        "compression=LZ4Compressor(chunk)",
        "column-types=blob,string",
        "table=no-name",
        "in-flight=0",
        "rows-per-partition=0"
      })
  void anInvalidSettingIsReported(String text) {
    String[] pair = text.split("=", 2);
    assertThatThrownBy(() ->
            TestTarget.values(driver, Map.of(pair[0], pair[1]))
                .get(
                    driver.settings().stream()
                        .filter(setting -> setting.name().equals(pair[0]))
                        .findFirst()
                        .orElseThrow()))
        .hasMessageContaining(pair[0] + ": must be")
        .hasMessageContaining("'" + pair[1] + "'");
  }

  @Test
  void contradictorySettingsAreReported() {
    assertThatThrownBy(() ->
            opened(
                "rows",
                Map.of("bulk-read", "in", "rows-per-partition", "2"),
                List.of("field0"),
                (_, _, _) -> {}))
        .hasMessageContaining("bulk-read: must be separate");
    assertThatThrownBy(() -> opened("rows", Map.of(), List.of("key"), (_, _, _) -> {}))
        .hasMessageContaining("a field must not be named 'key'");
  }
}
