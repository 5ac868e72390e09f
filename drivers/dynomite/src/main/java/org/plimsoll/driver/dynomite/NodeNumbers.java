package org.plimsoll.driver.dynomite;

import io.lettuce.core.api.StatefulRedisConnection;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.NodeTelemetry;
import org.plimsoll.driver.lettuce.InfoTelemetry;
import org.plimsoll.driver.lettuce.ServerInfo;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads statistics of nodes: {@code INFO} of the Redis behind each node over separate persistent
 * connections, and Dynomite's own statistics from the admin port.
 */
final class NodeNumbers implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(3);
  private static final double MICROS = 1e6;
  private static final JsonMapper JSON = new JsonMapper();

  /** Maps the names of Dynomite's counters to the displayed names. */
  private static final Map<String, String> COUNTERS =
      Map.ofEntries(
          Map.entry("client_read_requests_total", "client_read_requests"),
          Map.entry("client_write_requests_total", "client_write_requests"),
          Map.entry("dropped_requests_total", "client_dropped_requests"),
          Map.entry("reads_without_quorum_total", "client_non_quorum_r_responses"),
          Map.entry("writes_without_quorum_total", "client_non_quorum_w_responses"),
          Map.entry("peer_requests_total", "peer_requests"),
          Map.entry("peer_timeouts_total", "peer_timedout_requests"),
          Map.entry("peer_dropped_requests_total", "peer_dropped_requests"),
          Map.entry("other_datacenter_timeouts_total", "remote_peer_timedout_requests"),
          Map.entry("other_datacenter_dropped_requests_total", "remote_peer_dropped_requests"));

  private final Connections connections;
  private final AdminPort admin;
  private final int port;
  private final InfoTelemetry info = new InfoTelemetry();
  private final Map<RingNode, StatefulRedisConnection<byte[], byte[]>> open = new HashMap<>();
  private boolean closed;

  NodeNumbers(Connections connections, AdminPort admin, int port) {
    this.connections = connections;
    this.admin = admin;
    this.port = port;
  }

  /**
   * Returns the lines of a section of a node's {@code INFO}. An empty section means the default
   * sections.
   */
  synchronized Map<String, String> info(RingNode node, String section) throws IOException {
    if (closed) {
      throw new IOException("closed");
    }
    StatefulRedisConnection<byte[], byte[]> its = open.get(node);
    if (its == null) {
      its = connections.connectApart(node);
      its.setTimeout(DEADLINE);
      open.put(node, its);
    }
    try {
      return ServerInfo.parse(section.isEmpty() ? its.sync().info() : its.sync().info(section))
          .lines();
    } catch (RuntimeException e) {
      connections.release(its);
      open.remove(node);
      throw new IOException(node.address() + " does not answer INFO: " + e.getMessage(), e);
    }
  }

  /** Returns the statistics of the nodes that answer. Fails if no node does. */
  Map<String, Double> read(List<RingNode> nodes) throws IOException, InterruptedException {
    NodeTelemetry telemetry = new NodeTelemetry();
    Map<String, List<Map<String, String>>> redis = new TreeMap<>();
    IOException failure = null;
    for (RingNode node : nodes) {
      try {
        String name = node.address().toString();
        addOwn(name, stats(node), telemetry);
        redis.put(name, List.of(info(node, ""), info(node, "commandstats")));
      } catch (IOException e) {
        failure = e;
      }
    }
    if (redis.isEmpty() && failure != null) {
      throw failure;
    }
    info.add(redis, telemetry);
    return telemetry.values();
  }

  /** Returns the version of Dynomite, or null if the node does not report it. */
  @Nullable String version(RingNode node) throws IOException, InterruptedException {
    String version = stats(node).path("version").asString("");
    return version.isEmpty() ? null : version;
  }

  private JsonNode stats(RingNode node) throws IOException, InterruptedException {
    HostPort at = new HostPort(node.address().host(), port);
    try {
      return JSON.readTree(admin.get(at, "/info"));
    } catch (JacksonException e) {
      throw new IOException("the admin port " + at + " answered /info with no JSON", e);
    }
  }

  /** Adds the statistics of Dynomite, in which times are in microseconds. */
  private static void addOwn(String node, JsonNode stats, NodeTelemetry telemetry) {
    JsonNode pool = stats.path("dyn_o_mite");
    COUNTERS.forEach((shown, name) -> {
      if (pool.has(name)) {
        telemetry.sum(node, shown, pool.path(name).asDouble());
      }
    });
    if (pool.has("client_connections")) {
      telemetry.sum(node, "client_connections", pool.path("client_connections").asDouble());
    }
    if (stats.has("latency_99th")) {
      telemetry.max(
          node, "dynomite_latency_p99_seconds", stats.path("latency_99th").asDouble() / MICROS);
    }
    if (stats.has("dyn_memory")) {
      telemetry.sum(node, "dynomite_memory_bytes", stats.path("dyn_memory").asDouble());
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    open.values().forEach(connections::release);
    open.clear();
  }
}
