package org.plimsoll.driver.elasticsearch.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.plimsoll.driver.elasticsearch.transport.SharedElasticsearch.ask;
import static org.plimsoll.driver.elasticsearch.transport.SharedElasticsearch.at;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.inIndex;
import static org.plimsoll.driver.elasticsearch.transport.TransportIndex.run;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.api.Outcome.Status;

/** Tests how an index is made, checked, emptied and dropped, and what the server says of itself. */
@ExtendWith(SharedElasticsearch.class)
class TransportSchemaTest {
  private static void put(String path, String json) throws Exception {
    assertThat(SharedElasticsearch.elasticsearch().ask("PUT", path, json)).doesNotContain("error");
  }

  @Test
  void anIndexIsCreatedAsConfiguredAndDroppedIfTemporary() throws Exception {
    Map<String, String> settings =
        Map.of("shards", "2", "replicas", "1", "refresh-interval", "-1", "value-form", "text");
    inIndex(
        "shape",
        settings,
        (_, _, _) -> {
          var made = ask("/shape");
          assertThat(at(made, "shape/settings/index/number_of_shards")).isEqualTo("2");
          assertThat(at(made, "shape/settings/index/number_of_replicas")).isEqualTo("1");
          assertThat(at(made, "shape/settings/index/refresh_interval")).isEqualTo("-1");
          String fields = "shape/mappings/doc/properties/";
          assertThat(at(made, fields + "field1/type")).isEqualTo("text");
          assertThat(at(made, fields + Documents.KEY + "/type")).isEqualTo("keyword");
        });
    assertThat(at(ask("/shape"), "status")).isEqualTo("404");
  }

  @Test
  void recreatingDropsTheOldIndex() throws Exception {
    inIndex("again", Map.of("schema", "create"), (_, session, _) -> run(session, "insert", 1, "a"));
    inIndex(
        "again",
        Map.of("schema", "none"),
        (client, _, _) -> assertThat(client.count()).hasValue(1));
    inIndex(
        "again",
        Map.of("schema", "recreate"),
        (client, _, _) -> assertThat(client.count()).hasValue(0));
    inIndex("again", Map.of("schema", "temporary"), (_, _, _) -> {});
  }

  @Test
  void aMissingIndexIsReportedIfItMustNotBeCreated() {
    assertThatThrownBy(() -> inIndex("nowhere", Map.of("schema", "none"), (_, _, _) -> {}))
        .hasMessage("there is no index nowhere, and schema=none does not create it");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"doc":{"properties":{"plimsoll-key":{"type":"text"}}}} | a field plimsoll-key of the \
          type text, where this run needs keyword: use another index, or schema=recreate
          {"doc":{"properties":{"field1":{"type":"long"}}}} | a field field1 of the type long, \
          where this run needs binary: use another index, or schema=recreate
          {"order":{"properties":{"x":{"type":"long"}}}} | the type order, where this run needs \
          the type doc: set type=order
          """)
  void anIndexThatDoesNotFitIsRefusedBeforeALoad(String mappings, String sentence)
      throws Exception {
    put("/misfit", "{\"mappings\":" + mappings + "}");
    try {
      assertThatThrownBy(() -> inIndex("misfit", Map.of("schema", "create"), (_, _, _) -> {}))
          .hasMessage("the index misfit has " + sentence);
    } finally {
      SharedElasticsearch.elasticsearch().ask("DELETE", "/misfit", "");
    }
  }

  @Test
  void fieldsThatAnIndexLacksAreAdded() throws Exception {
    put("/fewer", "{\"mappings\":{\"doc\":{\"properties\":{\"note\":{\"type\":\"text\"}}}}}");
    assertThatThrownBy(() -> inIndex("fewer", Map.of("schema", "none"), (_, _, _) -> {}))
        .hasMessage("the index fewer has no field plimsoll-key, and schema=none does not add it");
    inIndex(
        "fewer",
        Map.of("schema", "create"),
        (_, _, _) -> {
          String fields = "fewer/mappings/doc/properties/";
          assertThat(at(ask("/fewer"), fields + "plimsoll-group/type")).isEqualTo("keyword");
          assertThat(at(ask("/fewer"), fields + "field0/type")).isEqualTo("binary");
          assertThat(at(ask("/fewer"), fields + "note/type")).isEqualTo("text");
        });
    inIndex("fewer", Map.of("schema", "temporary"), (_, _, _) -> {});
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
          assertThat(client.count()).hasValue(5);
          put("/counted/doc/other", "{\"note\":\"x\"}");
          client.truncate();
          assertThat(client.count()).hasValue(1);
          assertThat(at(ask("/counted/doc/other"), "found")).isEqualTo("true");
        });
  }

  @Test
  void factsIncludeClientVersionNodesAndShards() throws Exception {
    inIndex(
        "facts",
        Map.of("shards", "3"),
        (client, _, _) ->
            assertThat(client.facts())
                .containsEntry("client", "Elasticsearch transport client 6.8.23")
                .containsEntry("version", "6.8.23")
                .containsEntry("cluster", "elasticsearch")
                .containsEntry("connected", SharedElasticsearch.address())
                .containsEntry("nodes", "1")
                .containsEntry("index", "facts")
                .containsEntry("health", "green")
                .containsEntry("primary-shards", "3"));
  }

  @Test
  void hooksReachAllShards() throws Exception {
    inIndex(
        "hooks",
        Map.of("shards", "2"),
        (client, _, _) -> {
          for (String hook : client.hooks().keySet()) {
            assertThat(client.runHook(hook)).isEqualTo("2 of 2 shards, 0 failed");
          }
          assertThatThrownBy(() -> client.runHook("refresh", "x"))
              .hasMessage("the hook refresh takes no argument, was 'x'");
        });
  }

  /** What is shown, beside what {@code _nodes/stats} says before and after. */
  @Test
  void unitsOfTelemetryAreThoseOfTheNodesStatistics() throws Exception {
    Map<String, String> paths =
        Map.ofEntries(
            Map.entry("heap_max_bytes", "jvm/mem/heap_max_in_bytes"),
            Map.entry("indexed_total", "indices/indexing/index_total"),
            Map.entry("indexed_seconds_sum", "indices/indexing/index_time_in_millis"),
            Map.entry("queries_total", "indices/search/query_total"),
            Map.entry("queries_seconds_sum", "indices/search/query_time_in_millis"),
            Map.entry("gets_total", "indices/get/total"),
            Map.entry("gets_seconds_sum", "indices/get/time_in_millis"),
            Map.entry("refreshes_total", "indices/refresh/total"),
            Map.entry("merged_bytes_total", "indices/merges/total_size_in_bytes"),
            Map.entry(
                "indexing_throttled_seconds_total", "indices/indexing/throttle_time_in_millis"),
            Map.entry("write_rejected_total", "thread_pool/write/rejected"),
            Map.entry("search_rejected_total", "thread_pool/search/rejected"));
    inIndex(
        "units",
        Map.of(),
        (client, session, _) -> {
          run(session, "insert", 1, "v");
          run(session, "read", 1);
          Map<String, Object> before = statistics();
          Map<String, Double> now = client.telemetry();
          Map<String, Object> after = statistics();
          paths.forEach((name, path) -> {
            double divisor = path.endsWith("millis") ? 1000 : 1;
            assertThat(now.get(name))
                .as(name)
                .isBetween(number(before, path) / divisor, number(after, path) / divisor);
          });
          assertThat(now.get("indexed_total")).isPositive();
          assertThat(now).containsKeys("heap_used_bytes", "gc_seconds_total", "write_queue");
          assertThat(now.get("disk_available_bytes")).isPositive();
        });
  }

  private static Map<String, Object> statistics() throws IOException {
    if (ask("/_nodes/stats").get("nodes") instanceof Map<?, ?> nodes
        && nodes.values().iterator().next() instanceof Map<?, ?> node) {
      Map<String, Object> statistics = new HashMap<>();
      node.forEach((name, value) -> statistics.put(String.valueOf(name), value));
      return statistics;
    }
    throw new IOException("no nodes");
  }

  private static double number(Map<String, Object> statistics, String path) {
    return Double.parseDouble(at(statistics, path).toString());
  }
}
