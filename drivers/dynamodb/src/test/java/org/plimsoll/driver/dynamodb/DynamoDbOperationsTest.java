package org.plimsoll.driver.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.testkit.Ending;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;

/** Tests operations specific to DynamoDB, each with its own table and a recording proxy. */
class DynamoDbOperationsTest {
  private static final OperationType QUERY = OperationType.reading("query");
  private static final OperationType QUERY_INDEX = OperationType.reading("query-index");
  private static final OperationType TRANSACT_GET =
      new OperationType("transact-get", OperationType.Side.READS, false, true);
  private static final OperationType TRANSACT_WRITE =
      new OperationType("transact-write", OperationType.Side.WRITES, true, true);
  private static final OperationType INCREMENT =
      new OperationType("increment", OperationType.Side.WRITES, false, false);

  @TempDir static Path folder;
  static RealServer server;
  private static int tables;

  @BeforeAll
  static void startServer() throws Exception {
    server = DynamoDbServers.start(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  /** An opened table with settings that can be changed. */
  private record Opened(
      WireProxy proxy,
      TestTarget context,
      Client client,
      Session session,
      Map<String, String> settings)
      implements AutoCloseable {
    Outcome execute(TestOperation operation) {
      return ending(operation).outcome();
    }

    Ending ending(TestOperation operation) {
      Ending ending = new Ending();
      session.execute(operation, ending);
      assertThat(ending.outcome()).isNotNull();
      return ending;
    }

    void change(String name, String value) {
      settings.put(name, value);
      client.settingsChanged(TestTarget.values(new DynamoDbDriver(), settings));
    }

    long count(String counter) {
      return context.counts().getOrDefault(counter, 0L);
    }

    @Override
    public void close() {
      session.close();
      client.close();
      context.close();
      proxy.close();
    }
  }

  private static Opened open(String... settings) throws Exception {
    return open(List.of("field0", "field1"), settings);
  }

  private static Opened open(List<String> fields, String... settings) throws Exception {
    WireProxy proxy = WireProxy.to(server.address());
    Map<String, String> all = new HashMap<>(DynamoDbServers.settings(settings));
    TestTarget context =
        new TestTarget(new DynamoDbDriver(), proxy.address() + "/table-" + tables++, all, fields);
    Client client = context.open();
    client.create();
    return new Opened(proxy, context, client, client.openSession(), all);
  }

  private static TestOperation insert(long key, String... values) {
    return TestOperation.on(OperationType.INSERT, key, values);
  }

  private static TestOperation read(long key) {
    return TestOperation.on(OperationType.READ, key);
  }

  @Test
  void aConditionalInsertOfAnExistingKeyFails() throws Exception {
    try (Opened table = open()) {
      table.change("conditional-insert", "true");
      assertThat(table.execute(insert(1, "a", "b")).status()).isEqualTo(Status.SUCCEEDED);
      assertThat(table.execute(insert(1, "c", "d")).failureCode())
          .isEqualTo("conditional-check-failed");
      assertThat(table.ending(read(1)).fieldTexts()).containsExactly("0:field0=a", "0:field1=b");

      table.change("conditional-insert", "false");
      assertThat(table.execute(insert(1, "c", "d")).status()).isEqualTo(Status.SUCCEEDED);
    }
  }

  @Test
  void consistentReadsConsumeTwiceTheUnitsOnceSwitchedOn() throws Exception {
    try (Opened table = open()) {
      table.execute(insert(1, "a", "b"));
      assertThat(table.count("consumed-write-units")).isEqualTo(1);

      for (int i = 0; i < 4; i++) {
        table.execute(read(1));
      }
      assertThat(table.count("consumed-read-units")).isEqualTo(2);

      table.change("consistent-reads", "true");
      for (int i = 0; i < 4; i++) {
        table.execute(read(1));
      }
      assertThat(table.count("consumed-read-units")).isEqualTo(2 + 4);
    }
  }

  @Test
  void unitsAreNeitherRequestedNorCountedWithoutReports() throws Exception {
    try (Opened table = open("report-capacity", "false")) {
      table.execute(insert(1, "a", "b"));
      assertThat(table.count("consumed-write-units")).isZero();
      assertThat(table.proxy.asked("PutItem").getFirst().body()).doesNotContain("TOTAL");
    }
  }

  @Test
  void anUpdateItemKeepsTheOtherFields() throws Exception {
    try (Opened table = open("update-form", "update-item")) {
      table.execute(insert(1, "a", "b"));
      TestRow one = TestRow.of(List.of("field1"), List.of(new byte[] {'z'}));
      assertThat(table.execute(TestOperation.on(OperationType.UPDATE, TestKey.of(1), one)).status())
          .isEqualTo(Status.SUCCEEDED);
      assertThat(table.ending(read(1)).fieldTexts()).containsExactly("0:field0=a", "0:field1=z");
      assertThat(table.proxy.asked("UpdateItem")).hasSize(1);
    }
  }

  @Test
  void incrementsDoNotChangeTheRow() throws Exception {
    try (Opened table = open()) {
      assertThat(table.execute(TestOperation.on(INCREMENT, 1)).status())
          .isEqualTo(Status.SUCCEEDED);
      assertThat(table.execute(read(1)).status()).isEqualTo(Status.NOT_FOUND);
      assertThat(table.proxy.asked("UpdateItem").getFirst().body()).contains("user1:count");
    }
  }

  @Test
  void aQueryReadsThePartitionInOrderFromItsKey() throws Exception {
    try (Opened table =
        open("sort-key", "row", "partitions", "2", "key-form", "number", "query-limit", "3")) {
      for (long key = 0; key < 12; key++) {
        table.execute(insert(key, "v" + key, ""));
      }
      assertThat(table.execute(TestOperation.on(QUERY, 4)).items()).isEqualTo(3);
      String body = table.proxy.asked("Query").getFirst().body();
      assertThat(body).contains("\"p0\"").contains("\"N\":\"4\"").contains("\"Limit\":3");
      table.change("query-limit", "100");
      assertThat(table.execute(TestOperation.on(QUERY, 4)).items()).isEqualTo(4); // 4 6 8 10
      assertThat(table.execute(TestOperation.on(QUERY, 13)).status()).isEqualTo(Status.NOT_FOUND);
    }
  }

  @Test
  void aScanReadsPagesAndEachPageIsAnAttempt() throws Exception {
    try (Opened table = open(List.of("field0"))) {
      String big = "x".repeat(300_000); // four exceed the 1 MB of a page
      for (long key = 0; key < 6; key++) {
        table.execute(insert(key, big));
      }
      Outcome scanned = table.execute(TestOperation.scan(TestKey.of(0), 100));
      assertThat(scanned.status()).isEqualTo(Status.SUCCEEDED);
      assertThat(scanned.items()).isBetween(1, 6);
      assertThat(scanned.attempts()).isEqualTo(table.proxy.asked("Scan").size());
      assertThat(scanned.payloadBytes()).isEqualTo(300_000L * scanned.items());
    }
  }

  @Test
  void anIndexIsQueriedByTheKeysGroup() throws Exception {
    try (Opened table = open("index", "by-group", "index-groups", "4")) {
      for (long key = 0; key < 20; key++) {
        table.execute(insert(key, "a", "b"));
      }
      Outcome found = table.execute(TestOperation.on(QUERY_INDEX, 6));
      assertThat(found.items()).isEqualTo(5); // 2 6 10 14 18
      assertThat(table.proxy.asked("Query").getFirst().body()).contains("by-group");
      assertThat(table.client.facts()).containsEntry("indexes", "by-group");
    }
    try (Opened table = open()) {
      assertThat(table.execute(TestOperation.on(QUERY_INDEX, 1)).failureCode())
          .isEqualTo("unsupported");
    }
  }

  @Test
  void transactionsWriteAndReadAllTheirItems() throws Exception {
    try (Opened table = open()) {
      Outcome written = table.execute(TestOperation.bulk(TRANSACT_WRITE, 1, 3, "a", "b"));
      assertThat(written.items()).isEqualTo(3);
      assertThat(written.payloadBytes()).isEqualTo(6);
      Ending got = table.ending(TestOperation.bulk(TRANSACT_GET, 2, 3));
      assertThat(got.outcome().items()).isEqualTo(2);
      assertThat(got.fieldTexts())
          .containsExactlyInAnyOrder("0:field0=a", "0:field1=b", "1:field0=a", "1:field1=b");
      // Twice those of consistent reads, by the developer guide; absent items consume some too.
      assertThat(table.count("consumed-read-units")).isEqualTo(6);
    }
  }

  @Test
  void bulksAreSplitByTheSizeOfARequest() throws Exception {
    try (Opened table = open()) {
      Outcome written =
          table.execute(TestOperation.bulk(OperationType.BULK_WRITE, 0, 130, "a", ""));
      assertThat(written.items()).isEqualTo(130);
      assertThat(written.attempts()).isEqualTo(6); // 25 each
      Outcome found = table.execute(TestOperation.bulk(OperationType.BULK_READ, 0, 130));
      assertThat(found.items()).isEqualTo(130);
      assertThat(found.attempts()).isEqualTo(2); // 100 each
    }
  }

  @Test
  void aKeyTwiceInABulkIsReadTwiceAndWrittenWithItsLastRow() throws Exception {
    try (Opened table = open()) {
      List<TestKey> keys = List.of(TestKey.of(1), TestKey.of(2), TestKey.of(1));
      List<TestRow> rows = List.of(TestRow.of("a", ""), TestRow.of("b", ""), TestRow.of("c", ""));
      for (OperationType write : List.of(OperationType.BULK_WRITE, TRANSACT_WRITE)) {
        Outcome written = table.execute(TestOperation.bulk(write, keys, rows));
        assertThat(written.status()).as(written.failureCode()).isEqualTo(Status.SUCCEEDED);
      }
      for (OperationType read : List.of(OperationType.BULK_READ, TRANSACT_GET)) {
        Ending found = table.ending(TestOperation.bulk(read, keys, List.of()));
        assertThat(found.outcome().items()).isEqualTo(3);
        assertThat(found.fieldTexts()).contains("0:field0=c", "1:field0=b", "2:field0=c");
      }
    }
  }

  @Test
  void unprocessedItemsOfABatchAreRetriedAndCounted() throws Exception {
    try (Opened table = open()) {
      String name = tableName(table);
      table.proxy.answer(
          "BatchWriteItem",
          200,
          """
          {"UnprocessedItems":{"%s":[{"PutRequest":{"Item":{"id":{"S":"user7"},\
          "field0":{"B":"YQ=="},"field1":{"B":"YQ=="}}}}]}}\
          """
              .formatted(name));
      Outcome written = table.execute(TestOperation.bulk(OperationType.BULK_WRITE, 7, 1, "a", "a"));
      assertThat(written.status()).isEqualTo(Status.SUCCEEDED);
      assertThat(written.attempts()).isEqualTo(2);
      assertThat(table.count("unprocessed-items")).isEqualTo(1);

      table.proxy.answer(
          "BatchGetItem",
          200,
          "{\"Responses\":{},\"UnprocessedKeys\":{\"%s\":{\"Keys\":[{\"id\":{\"S\":\"user7\"}}]}}}"
              .formatted(name));
      Outcome found = table.execute(TestOperation.bulk(OperationType.BULK_READ, 7, 1));
      assertThat(found.items()).isEqualTo(1);
      assertThat(found.attempts()).isEqualTo(2);
      assertThat(table.count("unprocessed-items")).isEqualTo(2);
    }
  }

  @Test
  void itemsThatRemainUnprocessedFail() throws Exception {
    try (Opened table = open("unprocessed-retries", "1")) {
      for (int i = 0; i < 2; i++) {
        table.proxy.answer(
            "BatchGetItem",
            200,
            "{\"UnprocessedKeys\":{\"%s\":{\"Keys\":[{\"id\":{\"S\":\"user7\"}}]}}}"
                .formatted(tableName(table)));
      }
      Outcome found = table.execute(TestOperation.bulk(OperationType.BULK_READ, 7, 1));
      assertThat(found.failureCode()).isEqualTo("unprocessed");
      assertThat(found.attempts()).isEqualTo(2);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, ProvisionedThroughputExceededException, provisioned-throughput-exceeded, 1",
    "400, ThrottlingException, throttled, 1",
    "400, RequestLimitExceeded, request-limit-exceeded, 1",
    "400, TransactionConflictException, transaction-conflict, 0",
    "400, ItemCollectionSizeLimitExceededException, item-collection-too-large, 0",
    "400, AccessDeniedException, auth, 0",
    "400, UnrecognizedClientException, auth, 0",
    "400, ExpiredTokenException, auth, 0",
    "400, ValidationException, validation, 0",
    "400, SomethingNewException, error, 0",
    "500, InternalServerError, internal-error, 0",
    "503, ServiceUnavailable, unavailable, 0",
  })
  void errorsHaveStableCodesAndAreNotRetried(int status, String type, String code, long throttles)
      throws Exception {
    try (Opened table = open()) {
      table.proxy.refuse("PutItem", status, type, "because");
      Outcome refused = table.execute(insert(1, "a", "b"));
      assertThat(refused.failureCode()).isEqualTo(code);
      assertThat(Objects.requireNonNull(refused.message()).get()).startsWith("because (Service: ");
      assertThat(refused.attempts()).isEqualTo(1);
      assertThat(table.proxy.asked("PutItem")).hasSize(1);
      assertThat(table.count("throttles")).isEqualTo(throttles);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "TransactionConflict, transaction-conflict",
    "ConditionalCheckFailed, conditional-check-failed",
    "ProvisionedThroughputExceeded, provisioned-throughput-exceeded",
    "ThrottlingError, throttled",
  })
  void aCanceledTransactionHasTheCodeOfItsReason(String reason, String code) throws Exception {
    try (Opened table = open()) {
      table.proxy.answer(
          "TransactWriteItems",
          400,
          """
          {"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException",\
          "Message":"canceled","CancellationReasons":[{"Code":"None"},{"Code":"%s"}]}\
          """
              .formatted(reason));
      assertThat(table.execute(TestOperation.bulk(TRANSACT_WRITE, 1, 2, "a", "b")).failureCode())
          .isEqualTo(code);
    }
  }

  @Test
  void aTooLargeItemAndAMissingTableHaveTheirOwnCodes() throws Exception {
    try (Opened table = open(List.of("field0"), "truncation", "recreate-table")) {
      assertThat(table.execute(insert(1, "x".repeat(410_000))).failureCode())
          .isEqualTo("too-large");
      table.proxy.refuse("PutItem", 400, "ResourceNotFoundException", "no such table");
      assertThat(table.execute(insert(1, "x")).failureCode()).isEqualTo("resource-not-found");
    }
  }

  @Test
  void theStoreRefusesTransactionsWithTooManyItems() throws Exception {
    try (Opened table = open()) {
      assertThat(table.execute(TestOperation.bulk(TRANSACT_WRITE, 0, 101, "a", "")).failureCode())
          .isEqualTo("validation");
    }
  }

  @Test
  void rowsExpireOnceATimeToLiveIsSet() throws Exception {
    try (Opened table = open("ttl", "1h", "ttl-attribute", "gone")) {
      table.execute(insert(1, "a", "b"));
      table.change("ttl", "0");
      table.execute(insert(2, "a", "b"));
      List<WireProxy.Asked> puts = table.proxy.asked("PutItem");
      Matcher gone = Pattern.compile("\"gone\":\\{\"N\":\"(\\d+)\"").matcher(puts.get(0).body());
      assertThat(gone.find()).isTrue();
      long inAnHour = System.currentTimeMillis() / 1000 + 3600;
      assertThat(Long.parseLong(gone.group(1))).isBetween(inAnHour - 60, inAnHour);
      assertThat(puts.get(1).body()).doesNotContain("gone");
      assertThat(table.proxy.asked("UpdateTimeToLive")).hasSize(1);
      assertThat(table.ending(read(1)).fieldTexts()).containsExactly("0:field0=a", "0:field1=b");
    }
  }

  @Test
  void capacityChangesDuringARun() throws Exception {
    try (Opened table = open("capacity-mode", "provisioned", "index", "by-group")) {
      assertThat(table.client.facts())
          .containsEntry("capacity-mode", "provisioned")
          .containsEntry("read-capacity", "5");
      table.change("read-capacity", "20");
      table.change("write-capacity", "30");
      await(table, "read-capacity", "20");
      await(table, "write-capacity", "30");
      assertThat(table.client.telemetry()).containsEntry("provisioned_read_units", 20.0);

      table.change("capacity-mode", "on-demand");
      await(table, "capacity-mode", "on-demand");
      // A change of another setting requests nothing.
      int before = table.proxy.asked("UpdateTable").size();
      table.change("consistent-reads", "true");
      assertThat(table.proxy.asked("UpdateTable")).hasSize(before);
    }
  }

  private static void await(Opened table, String fact, String value) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(table.client.facts()).containsEntry(fact, value));
  }

  @Test
  void autoScalingIsRequestedForTheTableAndItsIndex() throws Exception {
    try (WireProxy scaling = WireProxy.to(server.address())) {
      for (int i = 0; i < 4; i++) {
        scaling.answer("RegisterScalableTarget", 200, "{}");
        scaling.answer("PutScalingPolicy", 200, "{\"PolicyARN\":\"arn\"}");
      }
      try (Opened _ =
          open(
              "capacity-mode",
              "provisioned",
              "index",
              "by-group",
              "auto-scaling",
              "true",
              "read-capacity",
              "10",
              "target-utilization",
              "60",
              "auto-scaling-endpoint",
              "http://" + scaling.address())) {
        List<String> targets =
            scaling.asked("RegisterScalableTarget").stream().map(WireProxy.Asked::body).toList();
        assertThat(targets).hasSize(4);
        assertThat(targets.getFirst())
            .contains("\"MinCapacity\":10", "\"MaxCapacity\":40000", "dynamodb:table:Read");
        assertThat(targets.getLast()).contains("/index/by-group", "dynamodb:index:Write");
        assertThat(scaling.asked("PutScalingPolicy").getFirst().body())
            .contains("\"TargetValue\":60.0", "DynamoDBReadCapacityUtilization");
      }
    }
  }

  @Test
  void autoScalingOfATableOnDemandIsRefused() {
    assertThatThrownBy(() -> open("auto-scaling", "true"))
        .hasMessageContaining("auto-scaling")
        .hasMessageContaining("on-demand");
  }

  @Test
  void autoScalingOfDynamoDbLocalIsRefusedWithoutALookUp() {
    assertThatThrownBy(() -> open("auto-scaling", "true", "capacity-mode", "provisioned"))
        .hasMessageContaining("auto-scaling: must be false with the endpoint 127.0.0.1:")
        .hasMessageContaining("auto-scaling-endpoint");
  }

  @Test
  void aFailureOfAutoScalingNamesItsOwnAddress() {
    assertThatThrownBy(() ->
            open(
                "auto-scaling",
                "true",
                "capacity-mode",
                "provisioned",
                "auto-scaling-endpoint",
                "http://127.0.0.1:1"))
        .hasMessageContaining("127.0.0.1:1 refused the connection");
  }

  /** The SDK by itself lost one in thirty, which then ended with a time-out. */
  @Test
  void eachRefusedConnectionIsReportedAsRefused() throws Exception {
    for (int i = 0; i < 150; i++) {
      try (TestTarget dead =
          new TestTarget(
              new DynamoDbDriver(),
              "127.0.0.1:1/table",
              DynamoDbServers.settings(),
              List.of("field0"))) {
        assertThatThrownBy(dead::open).hasMessageContaining("127.0.0.1:1 refused the connection");
      }
    }
  }

  @Test
  void theSwitchSelectsBetweenCacheAndTable() throws Exception {
    try (WireProxy cache = WireProxy.to(server.address());
        Opened table = open("dax-endpoint", "http://" + cache.address())) {
      table.execute(insert(1, "a", "b"));
      assertThat(cache.asked()).isEmpty();

      table.change("dax", "true");
      assertThat(table.execute(read(1)).status()).isEqualTo(Status.SUCCEEDED);
      assertThat(table.execute(insert(2, "a", "b")).status()).isEqualTo(Status.SUCCEEDED);
      assertThat(cache.asked().stream().map(WireProxy.Asked::operation))
          .containsExactly("GetItem", "PutItem");
      assertThat(table.client.facts()).containsEntry("dax", "true");

      table.change("dax", "false");
      assertThat(table.execute(read(2)).status()).isEqualTo(Status.SUCCEEDED);
      assertThat(cache.asked()).hasSize(2);
      assertThat(table.proxy.asked("GetItem")).hasSize(1);
    }
  }

  @Test
  void theSwitchIsRefusedWithoutACache() throws Exception {
    assertThatThrownBy(() -> open("dax", "true")).hasMessageContaining("dax-endpoint");
    try (Opened table = open()) {
      assertThatThrownBy(() -> table.change("dax", "true")).hasMessageContaining("dax-endpoint");
      assertThat(table.execute(insert(1, "a", "b")).status()).isEqualTo(Status.SUCCEEDED);
    }
  }

  @Test
  void aTableIsCreatedOnceTruncatedAndCounted() throws Exception {
    for (String truncation : List.of("delete-rows", "recreate-table")) {
      try (Opened table = open("truncation", truncation)) {
        table.client.create();
        assertThat(table.proxy.asked("CreateTable")).hasSize(1);
        List<TestKey> keys = LongStream.range(0, 60).mapToObj(TestKey::of).toList();
        List<TestRow> rows =
            new ArrayList<>(java.util.Collections.nCopies(60, TestRow.of("a", "")));
        table.execute(TestOperation.bulk(OperationType.BULK_WRITE, keys, rows));
        assertThat(table.client.count()).hasValue(60);
        table.client.truncate();
        assertThat(table.client.count()).hasValue(0);
        assertThat(table.execute(insert(1, "a", "b")).status()).isEqualTo(Status.SUCCEEDED);
      }
    }
  }

  @Test
  void aTableWithOtherKeysAndAMissingTableAreReported() throws Exception {
    try (Opened table = open()) {
      assertRefused(table, "has the key id,", "sort-key", "row");
      assertRefused(table, "has id of type S, but key-form", "key-form", "number");
      assertRefused(table, "has no index by-group", "index", "by-group");
    }
    assertThatThrownBy(() -> open("create-table", "false"))
        .hasMessageContaining("has no table")
        .hasMessageContaining("create-table");
  }

  /** Asserts that an existing table is refused with these settings. */
  private static void assertRefused(Opened table, String message, String name, String value)
      throws Exception {
    Map<String, String> other = DynamoDbServers.settings(name, value);
    try (TestTarget context =
            new TestTarget(
                new DynamoDbDriver(), table.context.address(), other, List.of("field0"));
        Client client = context.open()) {
      assertThatThrownBy(client::create).hasMessageContaining(message);
    }
  }

  @Test
  void theStoresRefusalIsReportedWithoutTheSecret() throws Exception {
    try (WireProxy proxy = WireProxy.to(server.address())) {
      proxy.refuse("DescribeTable", 400, "UnrecognizedClientException", "The token is invalid.");
      try (TestTarget context =
          new TestTarget(
              new DynamoDbDriver(),
              proxy.address(),
              DynamoDbServers.settings(),
              List.of("field0"))) {
        assertThatThrownBy(context::open)
            .hasMessageContaining(proxy.address() + " refused the credentials")
            .hasMessageContaining("The token is invalid.")
            .hasMessageNotContaining("local-secret")
            .hasMessageNotContaining("\n");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "password, '', user",
    "endpoint, nonsense, endpoint",
    "dax-endpoint, ftp://h:1, dax-endpoint",
    "partition-key, field0, partition-key",
    "sort-key, id, sort-key",
    "ttl-attribute, field1, ttl-attribute",
  })
  void invalidValuesAreReported(String setting, String value, String quoted) {
    assertThatThrownBy(() -> open(setting, value))
        .hasMessageContaining(quoted)
        .hasMessageContaining("must")
        .hasMessageNotContaining("local-secret")
        .hasMessageNotContaining("\n");
  }

  @Test
  void aDaxClusterIsRefusedWithoutTheAddOn() {
    String cluster = "dax://127.0.0.1:8111";
    for (String use : List.of("true", "false")) {
      assertThatThrownBy(() -> open("dax-endpoint", cluster, "dax", use))
          .isInstanceOf(InvalidSpecException.class)
          .hasMessageContaining("dax-endpoint: must be")
          .hasMessageContaining("was '" + cluster + "'")
          .hasMessageContaining("plimsoll-dynamodb-dax")
          .hasMessageContaining("--drivers")
          .hasMessageNotContaining("\n");
    }
  }

  /** The target policy of the server asks for the values of such settings. */
  @Test
  void theEndpointOfDaxIsCheckedAsHosts() {
    assertThat(DynamoDbSettings.DAX_ENDPOINT.reach()).isEqualTo(Setting.Reach.HOSTS);
    assertThat(new DynamoDbDriver().settings()).contains(DynamoDbSettings.DAX_ENDPOINT);
  }

  private static String tableName(Opened table) {
    String address = table.context.address();
    return address.substring(address.indexOf('/') + 1);
  }
}
