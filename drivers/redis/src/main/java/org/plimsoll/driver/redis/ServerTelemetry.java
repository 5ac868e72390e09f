package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * Polls {@code INFO} over separate, persistent connections; for a cluster, the sum over its
 * masters. The time of commands at the server is the mean between two readings: INFO has only their
 * number and total time.
 */
final class ServerTelemetry {
  private static final Duration DEADLINE = Duration.ofSeconds(3);

  /** Names of INFO lines by the names under which they are shown. */
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

  private final Callable<StatefulConnection<byte[], byte[]>> connect;
  private @Nullable StatefulConnection<byte[], byte[]> connection;
  private double calls = -1;
  private double micros;

  ServerTelemetry(Callable<StatefulConnection<byte[], byte[]>> connect) {
    this.connect = connect;
  }

  synchronized Map<String, Double> read() throws Exception {
    try {
      Map<String, Double> telemetry = new LinkedHashMap<>();
      double callsNow = 0;
      double microsNow = 0;
      for (Map<String, String> node : nodes()) {
        LINES.forEach((name, line) -> {
          String text = node.get(line);
          if (text != null) {
            telemetry.merge(name, Double.valueOf(text), Double::sum);
          }
        });
        for (Map.Entry<String, String> line : node.entrySet()) {
          if (line.getKey().startsWith("cmdstat_") && !OURS.contains(line.getKey())) {
            callsNow += part(line.getValue(), "calls=");
            microsNow += part(line.getValue(), "usec=");
          }
        }
      }
      if (calls >= 0 && callsNow > calls && microsNow >= micros) {
        telemetry.put("command_mean_seconds", (microsNow - micros) / (callsNow - calls) / 1e6);
      }
      calls = callsNow;
      micros = microsNow;
      return telemetry;
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  /** Returns the INFO lines of each server that is asked. */
  private List<Map<String, String>> nodes() throws Exception {
    StatefulConnection<byte[], byte[]> its = connection;
    if (its == null) {
      its = connect.call();
      its.setTimeout(DEADLINE);
      connection = its;
    }
    List<Map<String, String>> nodes = new ArrayList<>();
    if (its instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster) {
      cluster
          .sync()
          .upstream()
          .commands()
          .info()
          .asMap()
          .values()
          .forEach(text -> nodes.add(ServerInfo.parse(text).lines()));
      List<String> stats =
          List.copyOf(cluster.sync().upstream().commands().info("commandstats").asMap().values());
      stats.forEach(text -> nodes.add(ServerInfo.parse(text).lines()));
    } else {
      var redis = ((StatefulRedisConnection<byte[], byte[]>) its).sync();
      nodes.add(ServerInfo.parse(redis.info()).lines());
      nodes.add(ServerInfo.parse(redis.info("commandstats")).lines());
    }
    return nodes;
  }

  private static double part(String text, String key) {
    int begin = text.indexOf(key);
    int end = text.indexOf(',', Math.max(0, begin));
    return begin < 0
        ? 0
        : Double.parseDouble(text.substring(begin + key.length(), end < 0 ? text.length() : end));
  }

  synchronized void close() {
    StatefulConnection<byte[], byte[]> its = connection;
    connection = null;
    if (its != null) {
      its.close();
    }
  }
}
