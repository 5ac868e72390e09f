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
import org.plimsoll.api.kit.MemcachedNumbers;

/** Reads {@code stats} over separate, persistent connections. */
final class ServerStats implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(3);

  private final Callable<FolsomConnection> connect;
  private @Nullable FolsomConnection connection;

  ServerStats(Callable<FolsomConnection> connect) {
    this.connect = connect;
  }

  /** Reads a group of statistics from all nodes; {@code ""} is the general group. */
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
    return MemcachedNumbers.metrics(read(""));
  }

  /** Deletes all keys of every node. */
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
