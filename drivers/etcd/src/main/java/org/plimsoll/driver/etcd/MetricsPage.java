package org.plimsoll.driver.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.CheckedSockets;
import org.plimsoll.api.kit.NodeTelemetry;

/** The page {@code /metrics} of a member, on the port of its clients, read through a socket. */
final class MetricsPage {
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  private final CheckedSockets sockets;
  private final Duration patience;

  static {
    NAMES.put("etcd_mvcc_db_total_size_in_bytes", "database_bytes");
    NAMES.put("etcd_mvcc_db_total_size_in_use_in_bytes", "database_used_bytes");
    NAMES.put("etcd_server_quota_backend_bytes", "database_quota_bytes");
    NAMES.put("etcd_debugging_mvcc_keys_total", "keys");
    NAMES.put("etcd_debugging_mvcc_watcher_total", "watchers");
    NAMES.put("etcd_debugging_mvcc_slow_watcher_total", "slow_watchers");
    NAMES.put("etcd_debugging_mvcc_pending_events_total", "pending_watch_events");
    NAMES.put("etcd_server_proposals_pending", "proposals_pending");
    NAMES.put("etcd_server_proposals_committed_total", "proposals_committed_total");
    NAMES.put("etcd_server_proposals_applied_total", "proposals_applied_total");
    NAMES.put("etcd_server_proposals_failed_total", "proposals_failed_total");
    NAMES.put("etcd_server_leader_changes_seen_total", "leader_changes_total");
    NAMES.put("etcd_server_slow_apply_total", "slow_applies_total");
    NAMES.put("etcd_server_slow_read_indexes_total", "slow_read_indexes_total");
    NAMES.put("etcd_server_read_indexes_failed_total", "read_indexes_failed_total");
    NAMES.put("etcd_debugging_server_lease_expired_total", "leases_expired_total");
    NAMES.put("etcd_disk_wal_fsync_duration_seconds_sum", "wal_fsync_seconds_sum");
    NAMES.put("etcd_disk_wal_fsync_duration_seconds_count", "wal_fsync_seconds_count");
    NAMES.put("etcd_disk_backend_commit_duration_seconds_sum", "backend_commit_seconds_sum");
    NAMES.put("etcd_disk_backend_commit_duration_seconds_count", "backend_commit_seconds_count");
    NAMES.put("etcd_network_client_grpc_received_bytes_total", "network_received_bytes_total");
    NAMES.put("etcd_network_client_grpc_sent_bytes_total", "network_sent_bytes_total");
    NAMES.put("process_resident_memory_bytes", "memory_resident_bytes");
    NAMES.put("process_cpu_seconds_total", "cpu_seconds_total");
    NAMES.put("process_open_fds", "open_files");
  }

  MetricsPage(CheckedSockets sockets, Duration patience) {
    this.sockets = sockets;
    this.patience = patience;
  }

  /** Adds the metrics of a member to the telemetry. */
  void read(HostPort member, NodeTelemetry telemetry) throws IOException {
    String page = get(member);
    if (!page.startsWith("HTTP/1.") || !page.contains(" 200 ")) {
      String status = page.lines().findFirst().orElse("nothing");
      throw new IOException(member + " answered /metrics with: " + status);
    }
    values(page).forEach((name, value) -> telemetry.sum(member.toString(), name, value));
  }

  /** Returns the metrics that the driver reports, under the driver's names. */
  static Map<String, Double> values(String page) {
    Map<String, Double> values = new LinkedHashMap<>();
    page.lines()
        .forEach(line -> {
          int blank = line.indexOf(' ');
          String name = blank < 0 ? null : NAMES.get(line.substring(0, blank));
          if (name != null) {
            values.put(name, Double.valueOf(line.substring(blank + 1).strip()));
          }
        });
    return values;
  }

  private String get(HostPort member) throws IOException {
    try (Socket socket = sockets.connect(member, patience)) {
      String request =
          "GET /metrics HTTP/1.0\r\nHost: " + member + "\r\nAccept: text/plain\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      InputStream answer = socket.getInputStream();
      return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
