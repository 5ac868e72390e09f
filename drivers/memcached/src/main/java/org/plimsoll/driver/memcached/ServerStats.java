package org.plimsoll.driver.memcached;

import com.spotify.folsom.MemcacheClient;
import com.spotify.folsom.MemcachedStats;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.kit.NodeTelemetry;

/** Reads {@code stats} over separate, persistent connections. */
final class ServerStats implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(3);

  /** Names of {@code stats} lines by the names under which they are shown. */
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

  private final Callable<FolsomConnection> connect;
  private @Nullable FolsomConnection connection;

  ServerStats(Callable<FolsomConnection> connect) {
    this.connect = connect;
  }

  /** Reads the lines of a group by node; {@code ""} is the general group. */
  synchronized Map<String, Map<String, String>> read(String group) throws Exception {
    try {
      MemcacheClient<byte[]> its = open().client();
      Map<String, Map<String, String>> nodes = new TreeMap<>();
      for (Map.Entry<String, MemcachedStats> node :
          its.getStats(group)
              .toCompletableFuture()
              .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS)
              .entrySet()) {
        nodes.put(node.getKey(), node.getValue().getStats());
      }
      return nodes;
    } catch (ExecutionException | TimeoutException e) {
      close();
      throw new IOException("stats: no answer", Failures.cause(e));
    }
  }

  Map<String, Double> telemetry() throws Exception {
    NodeTelemetry telemetry = new NodeTelemetry();
    read("")
        .forEach((node, lines) ->
            LINES.forEach((name, line) -> {
              String text = lines.get(line);
              if (text != null) {
                telemetry.sum(node, name, Double.parseDouble(text));
              }
            }));
    return telemetry.values();
  }

  /** Empties every node. */
  synchronized void flushAll() throws Exception {
    var _ =
        open()
            .client()
            .flushAll(0)
            .toCompletableFuture()
            .get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized FolsomConnection open() throws Exception {
    FolsomConnection its = connection;
    if (its == null) {
      its = connect.call();
      connection = its;
    }
    return its;
  }

  @Override
  public synchronized void close() {
    FolsomConnection its = connection;
    connection = null;
    if (its != null) {
      its.shutdown();
    }
  }
}
