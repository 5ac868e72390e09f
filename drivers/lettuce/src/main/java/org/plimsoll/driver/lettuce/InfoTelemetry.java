package org.plimsoll.driver.lettuce;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.kit.NodeTelemetry;

/**
 * Converts the text of {@code INFO} to telemetry. The mean time of commands on the server is
 * computed between two readings, because INFO contains only their number and total time.
 */
public final class InfoTelemetry {
  private static final String COMMAND_MEAN = "command_mean_seconds";

  /** Maps the names of INFO lines to the displayed names. */
  private static final Map<String, String> LINES =
      Map.ofEntries(
          Map.entry("used_memory_bytes", "used_memory"),
          Map.entry("resident_memory_bytes", "used_memory_rss"),
          Map.entry("operations_per_second", "instantaneous_ops_per_sec"),
          Map.entry("connected_clients", "connected_clients"),
          Map.entry("blocked_clients", "blocked_clients"),
          Map.entry("evicted_keys_total", "evicted_keys"),
          Map.entry("expired_keys_total", "expired_keys"),
          Map.entry("keyspace_hits_total", "keyspace_hits"),
          Map.entry("keyspace_misses_total", "keyspace_misses"),
          Map.entry("error_replies_total", "total_error_replies"),
          Map.entry("cpu_system_seconds_total", "used_cpu_sys"),
          Map.entry("cpu_user_seconds_total", "used_cpu_user"));

  /** Commands that are not part of the load, including INFO itself. */
  private static final Set<String> OURS =
      Set.of("cmdstat_info", "cmdstat_ping", "cmdstat_hello", "cmdstat_client|setinfo");

  private Map<String, Commands> before = Map.of();

  /** The number of commands that a node has processed since its start, and their total time. */
  private record Commands(double calls, double micros) {
    Commands plus(Commands other) {
      return new Commands(calls + other.calls, micros + other.micros);
    }

    /**
     * Returns the mean time of the commands since an earlier reading, or NaN if there were none.
     */
    double meanSeconds(@Nullable Commands earlier) {
      return earlier == null || calls <= earlier.calls || micros < earlier.micros
          ? Double.NaN
          : (micros - earlier.micros) / (calls - earlier.calls) / 1e6;
    }
  }

  /** Creates telemetry without a previous reading. */
  public InfoTelemetry() {}

  /**
   * Adds a reading.
   *
   * @param nodes lines of {@code INFO} and of its section {@code commandstats}, by node
   */
  public void add(Map<String, List<Map<String, String>>> nodes, NodeTelemetry telemetry) {
    Map<String, Commands> now = new HashMap<>();
    nodes.forEach((node, texts) -> {
      for (Map<String, String> lines : texts) {
        LINES.forEach((name, line) -> {
          String text = lines.get(line);
          if (text != null) {
            telemetry.sum(node, name, Double.parseDouble(text));
          }
        });
        now.merge(node, commands(lines), Commands::plus);
      }
    });
    Commands all = new Commands(0, 0);
    Commands allBefore = new Commands(0, 0);
    for (Map.Entry<String, Commands> node : now.entrySet()) {
      Commands earlier = before.get(node.getKey());
      double mean = node.getValue().meanSeconds(earlier);
      if (earlier != null && !Double.isNaN(mean)) {
        telemetry.one(node.getKey(), COMMAND_MEAN, mean);
        all = all.plus(node.getValue());
        allBefore = allBefore.plus(earlier);
      }
    }
    double mean = all.meanSeconds(allBefore);
    if (!Double.isNaN(mean)) {
      telemetry.all(COMMAND_MEAN, mean);
    }
    before = now;
  }

  private static Commands commands(Map<String, String> lines) {
    Commands all = new Commands(0, 0);
    for (Map.Entry<String, String> line : lines.entrySet()) {
      if (line.getKey().startsWith("cmdstat_") && !OURS.contains(line.getKey())) {
        all =
            all.plus(new Commands(part(line.getValue(), "calls="), part(line.getValue(), "usec=")));
      }
    }
    return all;
  }

  private static double part(String text, String key) {
    int begin = text.indexOf(key);
    int end = text.indexOf(',', Math.max(0, begin));
    return begin < 0
        ? 0
        : Double.parseDouble(text.substring(begin + key.length(), end < 0 ? text.length() : end));
  }
}
