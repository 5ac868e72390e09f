package org.plimsoll.driver.zookeeper;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Parses the metrics of a server from its answers to {@code mntr} and {@code srvr}. */
final class ServerNumbers {
  private static final double MILLISECOND = 1e-3;

  private static final Map<String, Metric> OF_MNTR = new LinkedHashMap<>();
  private static final Map<String, Metric> OF_SRVR = new LinkedHashMap<>();

  private record Metric(String name, double factor) {}

  static {
    mntr("zk_znode_count", "nodes", 1);
    mntr("zk_ephemerals_count", "ephemeral_nodes", 1);
    mntr("zk_watch_count", "watches", 1);
    mntr("zk_approximate_data_size", "data_bytes", 1);
    mntr("zk_num_alive_connections", "connections_open", 1);
    mntr("zk_global_sessions", "sessions", 1);
    mntr("zk_outstanding_requests", "outstanding_requests", 1);
    mntr("zk_packets_received", "packets_received_total", 1);
    mntr("zk_packets_sent", "packets_sent_total", 1);
    mntr("zk_connection_drop_count", "connections_dropped_total", 1);
    mntr("zk_stale_sessions_expired", "sessions_expired_total", 1);
    mntr("zk_throttled_ops", "throttled_operations_total", 1);
    mntr("zk_followers", "followers", 1);
    mntr("zk_synced_followers", "synced_followers", 1);
    mntr("zk_pending_syncs", "pending_syncs", 1);
    mntr("zk_sum_readlatency", "reads_seconds_sum", MILLISECOND);
    mntr("zk_cnt_readlatency", "reads_seconds_count", 1);
    mntr("zk_sum_updatelatency", "updates_seconds_sum", MILLISECOND);
    mntr("zk_cnt_updatelatency", "updates_seconds_count", 1);
    mntr("zk_sum_fsynctime", "fsync_seconds_sum", MILLISECOND);
    mntr("zk_cnt_fsynctime", "fsync_seconds_count", 1);
    mntr("zk_open_file_descriptor_count", "open_files", 1);
    srvr("Node count", "nodes");
    srvr("Connections", "connections_open");
    srvr("Outstanding", "outstanding_requests");
    srvr("Received", "packets_received_total");
    srvr("Sent", "packets_sent_total");
  }

  private ServerNumbers() {}

  private static void mntr(String theirs, String name, double factor) {
    OF_MNTR.put(theirs, new Metric(name, factor));
  }

  private static void srvr(String theirs, String name) {
    OF_SRVR.put(theirs, new Metric(name, 1));
  }

  /**
   * Returns the metrics in an answer to {@code mntr}, or an empty map if the server does not allow
   * the command.
   */
  static Map<String, Double> ofMonitor(String answer) {
    Map<String, Double> values = new LinkedHashMap<>();
    answer
        .lines()
        .forEach(line -> {
          int tab = line.indexOf('\t');
          if (tab > 0) {
            put(values, OF_MNTR.get(line.substring(0, tab)), line.substring(tab + 1));
          }
        });
    return values;
  }

  static Map<String, Double> ofState(Map<String, String> state) {
    Map<String, Double> values = new LinkedHashMap<>();
    state.forEach((name, value) -> put(values, OF_SRVR.get(name), value));
    return values;
  }

  private static void put(Map<String, Double> values, @Nullable Metric metric, String value) {
    if (metric != null) {
      values.put(metric.name(), Double.parseDouble(value.strip()) * metric.factor());
    }
  }
}
