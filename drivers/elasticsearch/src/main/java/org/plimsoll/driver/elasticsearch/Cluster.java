package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.client.Request;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads facts and telemetry of the cluster. */
final class Cluster {
  private static final String STATS =
      "/_nodes/stats/jvm,thread_pool,indices,fs"
          + "?filter_path=nodes.*.jvm.mem.heap_*_in_bytes,nodes.*.jvm.gc.collectors.*.*_in_millis"
          + ",nodes.*.thread_pool.write,nodes.*.thread_pool.search,nodes.*.thread_pool.get"
          + ",nodes.*.indices.indexing.index_total,nodes.*.indices.search.query_total"
          + ",nodes.*.indices.get.total,nodes.*.indices.refresh.total"
          + ",nodes.*.indices.merges.current,nodes.*.indices.merges.total_size_in_bytes"
          + ",nodes.*.indices.segments.count,nodes.*.indices.indexing.throttle_time_in_millis"
          + ",nodes.*.fs.total.available_in_bytes";

  /** Paths of numbers in the node statistics, by metric name. */
  private static final Map<String, List<String>> NUMBERS =
      Map.of(
          "heap_used_bytes", List.of("jvm", "mem", "heap_used_in_bytes"),
          "heap_max_bytes", List.of("jvm", "mem", "heap_max_in_bytes"),
          "indexed_total", List.of("indices", "indexing", "index_total"),
          "queries_total", List.of("indices", "search", "query_total"),
          "gets_total", List.of("indices", "get", "total"),
          "refreshes_total", List.of("indices", "refresh", "total"),
          "merges", List.of("indices", "merges", "current"),
          "merged_bytes_total", List.of("indices", "merges", "total_size_in_bytes"),
          "segments", List.of("indices", "segments", "count"),
          "disk_available_bytes", List.of("fs", "total", "available_in_bytes"));

  private static final double MILLIS_PER_SECOND = 1000;

  private final Admin admin;

  Cluster(Admin admin) {
    this.admin = admin;
  }

  /**
   * Version and name of the cluster: {@code GET /}. A build of Elasticsearch for tests does not
   * have that path; the version is then read from the nodes.
   */
  JsonNode root(long patienceNanos) throws IOException {
    JsonNode root = admin.askOrMissing(new Request("GET", "/"), patienceNanos);
    if (!root.isMissingNode()) {
      return root;
    }
    JsonNode nodes = admin.ask(new Request("GET", "/_nodes/_local/http"), patienceNanos);
    ObjectNode made = JsonNodeFactory.instance.objectNode();
    made.set("cluster_name", nodes.path("cluster_name"));
    for (JsonNode node : nodes.path("nodes")) {
      made.putObject("version").set("number", node.path("version"));
    }
    return made;
  }

  Map<String, String> facts(IndexNames names) {
    Map<String, String> facts = new LinkedHashMap<>();
    try {
      JsonNode root = root(Admin.PATIENCE_NANOS);
      JsonNode version = root.path("version");
      facts.put("distribution", version.path("distribution").asString("elasticsearch"));
      facts.put("version", version.path("number").asString("unknown"));
      facts.put("cluster", root.path("cluster_name").asString("unknown"));
      JsonNode health = admin.ask("GET", "/_cluster/health/" + names.all());
      facts.put("nodes", health.path("number_of_nodes").asString("unknown"));
      facts.put("data-nodes", health.path("number_of_data_nodes").asString("unknown"));
      facts.put("index", names.all());
      facts.put("health", health.path("status").asString("unknown"));
      facts.put("primary-shards", health.path("active_primary_shards").asString("unknown"));
      facts.put("active-shards", health.path("active_shards").asString("unknown"));
    } catch (IOException e) {
      facts.put("health", "unknown"); // the user may have access to the index only
    }
    return facts;
  }

  /** Telemetry, summed over the nodes. */
  Map<String, Double> telemetry() throws IOException {
    Map<String, Double> telemetry = new LinkedHashMap<>();
    for (JsonNode node : admin.ask("GET", STATS).path("nodes")) {
      NUMBERS.forEach((name, path) -> {
        JsonNode number = node;
        for (String part : path) {
          number = number.path(part);
        }
        add(telemetry, name, number, 1);
      });
      for (String pool : List.of("write", "search", "get")) {
        JsonNode its = node.path("thread_pool").path(pool);
        add(telemetry, pool + "_queue", its.path("queue"), 1);
        add(telemetry, pool + "_active", its.path("active"), 1);
        add(telemetry, pool + "_rejected_total", its.path("rejected"), 1);
      }
      for (JsonNode collector : node.path("jvm").path("gc").path("collectors")) {
        add(
            telemetry,
            "gc_seconds_total",
            collector.path("collection_time_in_millis"),
            MILLIS_PER_SECOND);
      }
      add(
          telemetry,
          "indexing_throttled_seconds_total",
          node.path("indices").path("indexing").path("throttle_time_in_millis"),
          MILLIS_PER_SECOND);
    }
    return telemetry;
  }

  private static void add(
      Map<String, Double> telemetry, String name, JsonNode number, double divisor) {
    if (number.isNumber()) {
      telemetry.merge(name, number.asDouble() / divisor, Double::sum);
    }
  }
}
