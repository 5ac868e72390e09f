package org.plimsoll.driver.etcd;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.NodeTelemetry;

/**
 * The page {@code /metrics} of a member, on the port of its clients. It is read over a socket to
 * the address that the engine has checked, while a certificate is still compared with the name.
 */
final class MetricsPage {
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  private final DriverContext context;
  private final @Nullable SSLSocketFactory tls;
  private final boolean verifies;
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

  MetricsPage(
      DriverContext context, @Nullable SSLSocketFactory tls, boolean verifies, Duration patience) {
    this.context = context;
    this.tls = tls;
    this.verifies = verifies;
    this.patience = patience;
  }

  /** Adds the metrics of a member. */
  void read(HostPort member, NodeTelemetry telemetry) throws IOException {
    String page = get(member);
    if (!page.startsWith("HTTP/1.") || !page.contains(" 200 ")) {
      String status = page.lines().findFirst().orElse("nothing");
      throw new IOException(member + " answered /metrics with: " + status);
    }
    values(page).forEach((name, value) -> telemetry.sum(member.toString(), name, value));
  }

  /** The metrics that the driver reports, by the names that it gives them. */
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
    int millis = Math.toIntExact(Math.clamp(patience.toMillis(), 1, Integer.MAX_VALUE));
    InetAddress address = context.resolve(member.host(), member.port())[0];
    try (Socket plain = new Socket()) {
      plain.connect(new InetSocketAddress(address, member.port()), millis);
      plain.setSoTimeout(millis);
      try (Socket socket = secured(plain, member)) {
        String request =
            "GET /metrics HTTP/1.0\r\nHost: " + member + "\r\nAccept: text/plain\r\n\r\n";
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        InputStream answer = socket.getInputStream();
        return new String(answer.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  }

  private Socket secured(Socket plain, HostPort member) throws IOException {
    if (tls == null) {
      return plain;
    }
    SSLSocket socket = (SSLSocket) tls.createSocket(plain, member.host(), member.port(), true);
    if (verifies) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
    }
    return socket;
  }
}
