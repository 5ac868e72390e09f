package org.plimsoll.api.kit;

import java.util.Map;
import java.util.stream.Collectors;

/** Metrics and facts from the figures that Memcached reports with {@code stats}. */
public final class MemcachedNumbers {
  /** Names of {@code stats} lines, by the names of the metrics. */
  private static final Map<String, String> LINES =
      Map.ofEntries(
          Map.entry("used_memory_bytes", "bytes"),
          Map.entry("memory_limit_bytes", "limit_maxbytes"),
          Map.entry("items", "curr_items"),
          Map.entry("connections", "curr_connections"),
          Map.entry("connections_refused_total", "rejected_connections"),
          Map.entry("connection_yields_total", "conn_yields"),
          Map.entry("hits_total", "get_hits"),
          Map.entry("misses_total", "get_misses"),
          Map.entry("sets_total", "cmd_set"),
          Map.entry("evictions_total", "evictions"),
          Map.entry("expired_unread_total", "expired_unfetched"),
          Map.entry("evicted_unread_total", "evicted_unfetched"),
          Map.entry("bytes_read_total", "bytes_read"),
          Map.entry("bytes_written_total", "bytes_written"),
          Map.entry("cpu_system_seconds_total", "rusage_system"),
          Map.entry("cpu_user_seconds_total", "rusage_user"));

  private MemcachedNumbers() {}

  /** Returns the metrics of nodes and their sums, from the lines of each node by name. */
  public static Map<String, Double> metrics(Map<String, Map<String, String>> nodes) {
    NodeTelemetry telemetry = new NodeTelemetry();
    nodes.forEach((node, lines) ->
        LINES.forEach((name, line) -> {
          String text = lines.get(line);
          if (text != null) {
            telemetry.sum(node, name, Double.parseDouble(text));
          }
        }));
    return telemetry.values();
  }

  /**
   * Returns the distinct values of a line over the nodes, which is a single value if all nodes
   * agree.
   */
  public static String distinct(Map<String, Map<String, String>> nodes, String line) {
    return nodes.values().stream()
        .map(lines -> lines.getOrDefault(line, "?"))
        .distinct()
        .collect(Collectors.joining(", "));
  }
}
