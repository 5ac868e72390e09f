package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.client.Request;
import org.plimsoll.api.kit.NodeTelemetry;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads facts and telemetry of the cluster. */
final class Cluster {
  private static final String STATS =
      "/_nodes/stats/jvm,thread_pool,indices,fs"
          + "?filter_path=nodes.*.jvm.mem.heap_*_in_bytes,nodes.*.jvm.gc.collectors.*.*_in_millis"
          + ",nodes.*.thread_pool.write,nodes.*.thread_pool.search,nodes.*.thread_pool.get"
          + ",nodes.*.name,nodes.*.indices.indexing.index_t*,nodes.*.indices.search.query_t*"
          + ",nodes.*.indices.get.total,nodes.*.indices.get.time_in_millis"
          + ",nodes.*.indices.refresh.total"
          + ",nodes.*.indices.merges.current,nodes.*.indices.merges.total_size_in_bytes"
          + ",nodes.*.indices.segments.count,nodes.*.indices.indexing.throttle_time_in_millis"
          + ",nodes.*.fs.total.available_in_bytes";

  /** A value in the node statistics, with the divisor that converts it. */
  private record Stat(double divisor, List<String> path) {
    static Stat of(String... path) {
      return new Stat(1, List.of(path));
    }

    static Stat ofMillis(String... path) {
      return new Stat(MILLIS_PER_SECOND, List.of(path));
    }
  }

  private static final Map<String, Stat> NUMBERS =
      Map.ofEntries(
          Map.entry("heap_used_bytes", Stat.of("jvm", "mem", "heap_used_in_bytes")),
          Map.entry("heap_max_bytes", Stat.of("jvm", "mem", "heap_max_in_bytes")),
          Map.entry("indexed_total", Stat.of("indices", "indexing", "index_total")),
          Map.entry("queries_total", Stat.of("indices", "search", "query_total")),
          Map.entry("gets_total", Stat.of("indices", "get", "total")),
          Map.entry("refreshes_total", Stat.of("indices", "refresh", "total")),
          Map.entry("merges", Stat.of("indices", "merges", "current")),
          Map.entry("merged_bytes_total", Stat.of("indices", "merges", "total_size_in_bytes")),
          Map.entry("segments", Stat.of("indices", "segments", "count")),
          Map.entry(
              "indexed_seconds_sum", Stat.ofMillis("indices", "indexing", "index_time_in_millis")),
          Map.entry(
              "queries_seconds_sum", Stat.ofMillis("indices", "search", "query_time_in_millis")),
          Map.entry("gets_seconds_sum", Stat.ofMillis("indices", "get", "time_in_millis")),
          Map.entry("disk_available_bytes", Stat.of("fs", "total", "available_in_bytes")),
          Map.entry(
              "indexing_throttled_seconds_total",
              Stat.ofMillis("indices", "indexing", "throttle_time_in_millis")));

  private static final double MILLIS_PER_SECOND = 1000;

  private final Admin admin;

  Cluster(Admin admin) {
    this.admin = admin;
  }

  /**
   * Returns the version and the name of the cluster from {@code GET /}. A test build of
   * Elasticsearch does not have that path. In this case, the version is read from the nodes.
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
      facts.put("health", "unknown"); // The user may have access to the index only.
    }
    return facts;
  }

  /** Returns telemetry of the nodes. */
  Map<String, Double> telemetry() throws IOException {
    NodeTelemetry telemetry = new NodeTelemetry();
    for (JsonNode node : admin.ask("GET", STATS).path("nodes")) {
      String name = node.path("name").asString("");
      NUMBERS.forEach(
          (metric, stat) -> add(telemetry, name, metric, at(node, stat.path()), stat.divisor()));
      for (String pool : List.of("write", "search", "get")) {
        JsonNode its = node.path("thread_pool").path(pool);
        add(telemetry, name, pool + "_queue", its.path("queue"), 1);
        add(telemetry, name, pool + "_active", its.path("active"), 1);
        add(telemetry, name, pool + "_rejected_total", its.path("rejected"), 1);
      }
      for (JsonNode collector : node.path("jvm").path("gc").path("collectors")) {
        JsonNode millis = collector.path("collection_time_in_millis");
        add(telemetry, name, "gc_seconds_total", millis, MILLIS_PER_SECOND);
      }
    }
    return telemetry.values();
  }

  private static JsonNode at(JsonNode node, List<String> path) {
    JsonNode found = node;
    for (String part : path) {
      found = found.path(part);
    }
    return found;
  }

  private static void add(
      NodeTelemetry telemetry, String node, String name, JsonNode number, double divisor) {
    if (number.isNumber()) {
      telemetry.sum(node, name, number.asDouble() / divisor);
    }
  }
}
