package org.plimsoll.driver.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Outcome.Status;
import org.plimsoll.api.Session;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.ServerDriverContract;
import org.plimsoll.testkit.TestOperation;
import org.plimsoll.testkit.TestOperation.TestKey;
import org.plimsoll.testkit.TestOperation.TestRow;
import org.plimsoll.testkit.TestTarget;
import tools.jackson.databind.JsonNode;

/** Tests the contract on OpenSearch with refreshed writes, and specific operations. */
@ExtendWith(SharedOpenSearch.class)
class OpenSearchDriverTest extends ServerDriverContract {
  @Override
  protected boolean rehearses() {
    return true;
  }

  @Override
  protected Driver driver() {
    return new OpenSearchDriver();
  }

  @Override
  protected RealServer server() {
    return SharedOpenSearch.server();
  }

  @Override
  protected String address() {
    return SharedOpenSearch.address();
  }

  @Override
  protected Map<String, String> settings() {
    return Map.of("refresh", "true");
  }

  /** Works with a separate index, which is dropped at the end. */
  private void inIndex(String name, Map<String, String> settings, SessionWork work)
      throws Exception {
    Map<String, String> all = new HashMap<>(settings);
    all.putIfAbsent("schema", "temporary");
    try (TestTarget context =
            new TestTarget(driver(), address() + "/" + name, all, List.of("field0", "field1"));
        Client client = context.open()) {
      client.create();
      try (Session session = client.openSession()) {
        work.with(client, session, context);
      }
    }
  }

  private interface SessionWork {
    void with(Client client, Session session, TestTarget context) throws Exception;
  }

  private Outcome run(Session session, String operation, long key, String... values) {
    OperationType type =
        driver().operations().stream()
            .filter(each -> each.name().equals(operation))
            .findFirst()
            .orElseThrow();
    return execute(session, TestOperation.on(type, key, values)).outcome();
  }

  @Test
  void factsIncludeDistributionVersionNodesAndShards() throws Exception {
    inIndex(
        "facts",
        Map.of("shards", "3"),
        (client, _, _) ->
            assertThat(client.facts())
                .containsEntry("distribution", "opensearch")
                .containsEntry("nodes", "1")
                .containsEntry("index", "facts")
                .containsEntry("primary-shards", "3")
                .hasEntrySatisfying("version", v -> assertThat(v).isEqualTo("3.8.0")));
  }

  @Test
  void anIndexIsCreatedAsConfiguredAndDroppedIfTemporary() throws Exception {
    Map<String, String> settings =
        Map.of("shards", "2", "replicas", "1", "refresh-interval", "-1", "value-form", "text");
    inIndex(
        "shape",
        settings,
        (_, _, _) -> {
          var index = SharedOpenSearch.ask("/shape").path("shape");
          var made = index.path("settings").path("index");
          assertThat(made.path("number_of_shards").asString()).isEqualTo("2");
          assertThat(made.path("number_of_replicas").asString()).isEqualTo("1");
          assertThat(made.path("refresh_interval").asString()).isEqualTo("-1");
          var fields = index.path("mappings").path("properties");
          assertThat(fields.path("field1").path("type").asString()).isEqualTo("text");
          assertThat(fields.path(Documents.KEY).path("type").asString()).isEqualTo("keyword");
        });
    assertThat(SharedOpenSearch.ask("/shape").path("status").asInt()).isEqualTo(404);
  }

  @Test
  void recreatingDropsTheOldIndex() throws Exception {
    inIndex("again", Map.of("schema", "create"), (_, session, _) -> run(session, "insert", 1, "a"));
    inIndex(
        "again",
        Map.of("schema", "recreate"),
        (client, _, _) -> assertThat(client.count()).hasValue(0));
    inIndex("again", Map.of("schema", "temporary"), (_, _, _) -> {});
  }

  @Test
  void aMissingIndexIsReportedIfItMustNotBeCreated() {
    assertThatThrownBy(() -> inIndex("nowhere", Map.of("schema", "none"), (_, _, _) -> {}))
        .hasMessageContaining("there is no index nowhere")
        .hasMessageNotContaining("\n");
  }

  @Test
  void theServersRefusalIsReportedInItsWords() {
    assertThatThrownBy(() -> inIndex("many", Map.of("shards", "1024"), (_, _, _) -> {}))
        .hasMessageContaining(address() + " answered with an error: 400, ")
        .hasMessageContaining("[1000] maximum")
        .hasMessageNotContaining("\n");
  }

  @Test
  void rowsAreCountedAndTruncatedAndOtherDocumentsAreKept() throws Exception {
    inIndex(
        "counted",
        Map.of(),
        (client, session, _) -> {
          for (int key = 0; key < 5; key++) {
            assertThat(run(session, "insert", key, "v").status()).isEqualTo(Status.SUCCEEDED);
          }
          assertThat(client.count()).isEqualTo(OptionalLong.of(5));
          client.truncate();
          assertThat(client.count()).hasValue(0);
        });
  }

  @Test
  void aSearchFindsTheRowsOfTheKeysGroupAfterARefresh() throws Exception {
    inIndex(
        "groups",
        Map.of("groups", "3", "refresh-interval", "-1", "search-limit", "100"),
        (client, session, context) -> {
          for (int key = 0; key < 9; key++) {
            run(session, "insert", key, "one", "two");
          }
          assertThat(run(session, "search", 4).status()).isEqualTo(Status.NOT_FOUND);
          client.filled();
          Outcome found = run(session, "search", 4);
          assertThat(found.items()).isEqualTo(3);
          assertThat(found.payloadBytes()).isEqualTo(3 * 6);

          client.settingsChanged(
              TestTarget.values(driver(), Map.of("search-limit", "2", "groups", "3")));
          assertThat(run(session, "search", 4).items()).isEqualTo(2);
          assertThat(context.counts()).containsEntry("node-failures", 0L);
        });
  }

  @Test
  void itTakesSnapshotsAndAddsFieldsWhileOperationsGoOn() throws Exception {
    inIndex(
        "kept",
        Map.of(),
        (client, session, _) -> {
          run(session, "insert", 1, "x", "y");
          SnapshotHooks.test(client, server());
          assertThat(SharedOpenSearch.ask("/kept/_mapping").toString()).contains("note");
          assertThat(run(session, "read", 1).status()).isEqualTo(Status.SUCCEEDED);
        });
  }

  @Test
  void aUsersQueryContainsTheKey() throws Exception {
    Map<String, String> settings =
        Map.of("value-form", "text", "query", "{\"match\":{\"field1\":\"{key} {number}\"}}");
    inIndex(
        "queries",
        settings,
        (client, session, _) -> {
          run(session, "insert", 1, "x", "user2 is here");
          run(session, "insert", 2, "x", "nobody");
          run(session, "insert", 3, "x", "2");
          client.runHook("refresh");
          assertThat(run(session, "search", 2).items()).isEqualTo(2);
          assertThat(run(session, "search", 7).status()).isEqualTo(Status.NOT_FOUND);
        });
  }

  @Test
  void aChangedRefreshPolicyAppliesToLaterWrites() throws Exception {
    inIndex(
        "policy",
        Map.of("refresh-interval", "-1", "groups", "1000"),
        (client, session, _) -> {
          run(session, "insert", 1, "a");
          assertThat(run(session, "search", 1).status()).isEqualTo(Status.NOT_FOUND);
          client.settingsChanged(
              TestTarget.values(driver(), Map.of("refresh", "true", "groups", "1000")));
          run(session, "insert", 2, "a");
          assertThat(run(session, "search", 2).items()).isEqualTo(1);
          assertThat(run(session, "search", 1).items()).isEqualTo(1);
        });
  }

  @Test
  void aScanReadsInKeyOrderUpToItsLength() throws Exception {
    inIndex(
        "pages",
        Map.of("page-size", "4"),
        (client, session, _) -> {
          for (int key = 10; key < 30; key++) {
            run(session, "insert", key, "ab");
          }
          client.filled();
          Outcome some = execute(session, TestOperation.scan(TestKey.of(12), 11)).outcome();
          assertThat(some.items()).isEqualTo(11);
          assertThat(some.payloadBytes()).isEqualTo(22);
          Outcome rest = execute(session, TestOperation.scan(TestKey.of(25), 100)).outcome();
          assertThat(rest.items()).isEqualTo(5);
          Outcome none = execute(session, TestOperation.scan(TestKey.of(9), 100)).outcome();
          assertThat(none.status()).isEqualTo(Status.NOT_FOUND);
        });
  }

  @Test
  void aPartialUpdateKeepsOtherFieldsAndCreatesNoDocument() throws Exception {
    inIndex(
        "partial",
        Map.of(),
        (_, session, _) -> {
          run(session, "insert", 1, "old", "old");
          assertThat(updateFirstField(session, 1).payloadBytes()).isEqualTo(3);
          assertHolds(session, TestKey.of(1), TestRow.of("new", "old"));
          assertThat(updateFirstField(session, 2).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(run(session, "read", 2).status()).isEqualTo(Status.NOT_FOUND);
          assertThat(run(session, "upsert", 2, "made", "new").status()).isEqualTo(Status.SUCCEEDED);
          assertHolds(session, TestKey.of(2), TestRow.of("made", "new"));
        });
  }

  private Outcome updateFirstField(Session session, long key) {
    TestRow some = TestRow.partial(List.of("field0"), List.of(new byte[] {'n', 'e', 'w'}));
    return execute(session, TestOperation.on(OperationType.UPDATE, TestKey.of(key), some))
        .outcome();
  }

  @Test
  void creatingAnExistingDocumentFails() throws Exception {
    inIndex(
        "created",
        Map.of(),
        (_, session, _) -> {
          assertThat(run(session, "create", 1, "first").status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "create", 1, "second").failureCode()).isEqualTo("conflict");
          assertHolds(session, TestKey.of(1), TestRow.of("first"));
        });
  }

  @Test
  void routedDocumentsAreFoundWithTheSameRouting() throws Exception {
    inIndex(
        "routed",
        Map.of("routing", "true", "shards", "5", "groups", "2", "search-limit", "100"),
        (client, session, _) -> {
          TestRow row = TestRow.of("a", "b");
          for (int key = 0; key < 8; key++) {
            run(session, "insert", key, "a", "b");
          }
          var bulk = TestOperation.bulk(OperationType.BULK_WRITE, 8, 4, "a", "b");
          assertThat(execute(session, bulk).outcome().items()).isEqualTo(4);
          for (int key = 0; key < 12; key++) {
            assertHolds(session, TestKey.of(key), row);
          }
          var reads = TestOperation.bulk(OperationType.BULK_READ, 0, 12);
          assertThat(execute(session, reads).outcome().items()).isEqualTo(12);
          client.filled();
          assertThat(run(session, "search", 1).items()).isEqualTo(6);
          assertThat(updateFirstField(session, 9).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "delete", 9).status()).isEqualTo(Status.SUCCEEDED);
          assertThat(run(session, "delete", 9).status()).isEqualTo(Status.NOT_FOUND);
          var hits = SharedOpenSearch.ask("/routed/_search?q=_id:user3").path("hits");
          assertThat(hits.path("hits").path(0).path("_routing").asString()).isEqualTo("g1");
        });
  }

  @Test
  void aDeletedIndexIsAFailureAndNotAMiss() throws Exception {
    inIndex(
        "gone",
        Map.of("schema", "temporary"),
        (client, session, _) -> {
          inIndex("gone", Map.of("schema", "temporary"), (_, _, _) -> {});
          Outcome read = run(session, "read", 1);
          assertThat(read.failureCode()).isEqualTo("no-index");
          assertThat(Objects.requireNonNull(read.message()).get())
              .startsWith("404, index_not_found_exception: no such index [");
          assertThat(run(session, "search", 1).failureCode()).isEqualTo("no-index");
          assertThat(run(session, "delete", 1).failureCode()).isEqualTo("no-index");
          var reads = TestOperation.bulk(OperationType.BULK_READ, 0, 2);
          assertThat(execute(session, reads).outcome().failureCode()).isEqualTo("no-index");
          assertThat(client.count()).hasValue(0);
        });
  }

  @Test
  void aTooLongIdIsRefused() throws Exception {
    inIndex(
        "ids",
        Map.of(),
        (_, session, _) -> {
          TestKey tooLong = TestKey.of(1, "k".repeat(513));
          var insert = TestOperation.on(OperationType.INSERT, tooLong, TestRow.of("a", "b"));
          assertThat(execute(session, insert).outcome())
              .isEqualTo(Outcome.failed(FailureCode.own("bad-request")));
        });
  }

  @Test
  void telemetryIsReadFromTheServersCounters() throws Exception {
    inIndex(
        "telemetry",
        Map.of(),
        (client, session, _) -> {
          Map<String, Double> before = client.telemetry();
          for (int key = 0; key < 10; key++) {
            run(session, "insert", key, "v");
            run(session, "read", key);
          }
          Map<String, Double> after = client.telemetry();
          assertThat(
                  after.getOrDefault("indexed_total", 0.0)
                      - before.getOrDefault("indexed_total", 0.0))
              .isGreaterThanOrEqualTo(10);
          assertThat(after.getOrDefault("gets_total", 0.0) - before.getOrDefault("gets_total", 0.0))
              .isGreaterThanOrEqualTo(10);
          assertThat(after.get("heap_max_bytes")).isEqualTo(512.0 * (1 << 20));
          assertThat(after)
              .containsKeys(
                  "heap_used_bytes",
                  "gc_seconds_total",
                  "write_queue",
                  "write_rejected_total",
                  "search_rejected_total",
                  "segments",
                  "disk_available_bytes");
        });
  }

  /** What is shown, beside what {@code _nodes/stats} says before and after. */
  @ParameterizedTest
  @CsvSource({
    "heap_max_bytes, /jvm/mem/heap_max_in_bytes, 1",
    "indexed_total, /indices/indexing/index_total, 1",
    "indexed_seconds_sum, /indices/indexing/index_time_in_millis, 1000",
    "queries_seconds_sum, /indices/search/query_time_in_millis, 1000",
    "gets_seconds_sum, /indices/get/time_in_millis, 1000",
    "merged_bytes_total, /indices/merges/total_size_in_bytes, 1",
    "indexing_throttled_seconds_total, /indices/indexing/throttle_time_in_millis, 1000",
    "write_rejected_total, /thread_pool/write/rejected, 1",
  })
  void unitsOfTelemetryAreThoseOfTheNodesStatistics(String shown, String path, double divisor)
      throws Exception {
    inIndex(
        "units",
        Map.of(),
        (client, session, _) -> {
          run(session, "insert", 1, "v");
          run(session, "read", 1);
          double before = statistic(path) / divisor;
          assertThat(client.telemetry().get(shown)).isBetween(before, statistic(path) / divisor);
        });
  }

  private static double statistic(String path) throws Exception {
    for (JsonNode node : SharedOpenSearch.ask("/_nodes/stats").path("nodes")) {
      return node.at(path).asDouble();
    }
    throw new IOException("no nodes");
  }

  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          refresh, Diskette, 'refresh: must be one of false, true, wait-for, was'
          refresh-interval, soon, 'refresh-interval: must be -1, or a time'
          query, '{"match"', 'query: must be a query in the store''s JSON'
          query, 7, 'query: must be a query in the store''s JSON'
          roll, fortnightly, 'roll: must be one of none, minutely, hourly, daily, weekly'
          """)
  void anInvalidSettingIsReported(String name, String value, String sentence) {
    var setting =
        driver().settings().stream().filter(s -> s.name().equals(name)).findFirst().orElseThrow();
    assertThatThrownBy(() -> setting.parse(value))
        .hasMessageStartingWith(sentence)
        .hasMessageContaining("was '" + value + "'");
  }

  @ParameterizedTest
  @CsvSource({"127.0.0.1:99999", "':9200'", "'a,,b'", "127.0.0.1:9200/Upper", "127.0.0.1/_all"})
  void anInvalidAddressIsReported(String address) {
    assertThatThrownBy(() -> driver().checkAddress(address))
        .hasMessageStartingWith("the ")
        .hasMessageContaining("was '");
  }

  @Test
  void aServerOfAnotherProductIsReported() throws Exception {
    try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering = Thread.ofVirtual().start(() -> answerAsSomethingElse(other));
      String address = "127.0.0.1:" + other.getLocalPort();
      assertThatThrownBy(() -> opened(address, settings(), _ -> {}))
          .hasMessageContaining(address)
          .hasMessageNotContaining("\n");
      answering.join();
    }
  }

  private static void answerAsSomethingElse(ServerSocket server) {
    try (var socket = server.accept()) {
      var _ = socket.getInputStream().read();
      socket.getOutputStream().write(utf8("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void aNodeThatIsDownIsSkippedAfterItsFirstFailure() throws Exception {
    String dead = "127.0.0.1:" + RealServer.freePort();
    try (TestTarget context =
            new TestTarget(driver(), address() + "," + dead + "/nodes", settings(), fieldNames());
        Client client = context.open()) {
      int refused = 0;
      try (Session session = client.openSession()) {
        for (int key = 0; key < 20; key++) {
          Outcome outcome = run(session, "insert", key, "v");
          refused += "connection-refused".equals(outcome.failureCode()) ? 1 : 0;
          assertThat(outcome.attempts()).isEqualTo(1);
        }
      }
      assertThat(refused).isEqualTo(1);
      assertThat(context.counts()).containsEntry("node-failures", 1L);
    }
  }

  @Test
  void aTargetOpensWhileItsFirstNodeIsDown() throws Exception {
    String dead = "127.0.0.1:" + RealServer.freePort();
    opened(
        dead + "," + address() + "/nodes",
        settings(),
        client -> {
          assertThat(client.facts()).containsEntry("nodes", "1");
          try (Session session = client.openSession()) {
            for (int key = 0; key < 5; key++) {
              assertThat(run(session, "insert", key, "v").status()).isEqualTo(Status.SUCCEEDED);
            }
          }
        });
  }
}
