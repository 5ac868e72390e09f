package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.plimsoll.api.kit.NodeTelemetry;

/**
 * Reads telemetry from the virtual tables in {@code system_views}, which exist since Cassandra 4.0.
 * Values are summed over the nodes, and latencies are the maximum of the nodes. Older servers
 * report nothing.
 *
 * @see <a
 *     href="https://cassandra.apache.org/doc/latest/cassandra/managing/operating/virtualtables.html">
 *     Virtual tables</a>
 */
final class ServerTelemetry {
  private static final Duration DEADLINE = Duration.ofSeconds(3);
  private static final long MEBIBYTE = 1L << 20;

  private static final Map<String, String> POOLS =
      Map.of(
          "Native-Transport-Requests", "requests",
          "ReadStage", "reads",
          "MutationStage", "writes",
          "CounterMutationStage", "counter_writes",
          "CompactionExecutor", "compactions",
          "MemtableFlushWriter", "flushes");
  private static final Map<String, String> CACHES =
      Map.of("keys", "key_cache", "rows", "row_cache", "chunks", "chunk_cache");

  /** Adds the rows of a node to the telemetry. */
  @FunctionalInterface
  private interface Take {
    void row(Row row, Told told);
  }

  /** A query on a virtual table, with a function that adds its rows to the telemetry. */
  private record View(String cql, Take take) {}

  /** The telemetry of all nodes, with the node whose rows are being added. */
  private record Told(NodeTelemetry telemetry, String node) {
    void add(String name, long value) {
      telemetry.sum(node, name, (double) value);
    }

    /**
     * Adds a percentile from a virtual table. Its column is named milliseconds, but the server
     * converts microseconds as if they were nanoseconds, and rounds to three digits. The value is
     * therefore in seconds. Below half a millisecond it is 0, which means unknown.
     */
    void percentile(String name, double seconds) {
      if (seconds > 0) {
        telemetry.max(node, name, seconds);
      }
    }
  }

  private final Set<View> views = new LinkedHashSet<>();

  ServerTelemetry(TableShape shape) {
    views.add(
        new View(
            "name, active_tasks, pending_tasks, blocked_tasks_all_time FROM"
                + " system_views.thread_pools",
            ServerTelemetry::takePool));
    views.add(
        new View(
            "name, size_bytes, hit_count, request_count FROM system_views.caches",
            ServerTelemetry::takeCache));
    views.add(
        new View(
            "total, progress FROM system_views.sstable_tasks",
            (row, told) -> {
              told.add("sstable_tasks", 1);
              told.add("sstable_tasks_remaining_bytes", row.getLong(0) - row.getLong(1));
            }));
    views.add(
        new View(
            "count(*) FROM system_views.clients",
            (row, told) -> told.add("connected_clients", row.getLong(0))));
    views.add(
        new View(
            "expired_count, error_count FROM system_views.internode_inbound",
            (row, told) -> {
              told.add("dropped_messages_total", row.getLong(0));
              told.add("message_errors_total", row.getLong(1));
            }));
    views.add(
        new View(
            "expired_count, overload_count, pending_count FROM"
                + " system_views.internode_outbound",
            (row, told) -> {
              told.add("dropped_messages_total", row.getLong(0) + row.getLong(1));
              told.add("pending_messages", row.getLong(2));
            }));
    views.add(
        new View(
            "files FROM system_views.pending_hints",
            (row, told) -> told.add("hint_files", row.getInt(0))));
    if (shape.exists()) {
      ofTable(shape);
    }
  }

  private void ofTable(TableShape shape) {
    String where =
        " WHERE keyspace_name = '%s' AND table_name = '%s'"
            .formatted(shape.keyspace(), shape.table());
    views.add(
        new View(
            "mebibytes FROM system_views.disk_usage" + where,
            (row, told) -> told.add("table_bytes", row.getLong(0) * MEBIBYTE)));
    for (String side :
        List.of("coordinator_read", "coordinator_write", "local_read", "local_write")) {
      views.add(
          new View(
              "p99th_ms FROM system_views." + side + "_latency" + where,
              (row, told) -> told.percentile(side + "_p99_seconds", row.getDouble(0))));
    }
  }

  private static void takePool(Row row, Told told) {
    String pool = POOLS.get(row.getString(0));
    if (pool != null) {
      told.add(pool + "_active", row.getInt(1));
      told.add(pool + "_pending", row.getInt(2));
      told.add(pool + "_blocked_total", row.getLong(3));
    }
  }

  private static void takeCache(Row row, Told told) {
    String cache = CACHES.get(row.getString(0));
    if (cache != null) {
      told.add(cache + "_bytes", row.getLong(1));
      told.add(cache + "_hits_total", row.getLong(2));
      told.add(cache + "_requests_total", row.getLong(3));
    }
  }

  /** Queries all nodes in parallel, one table after the other. */
  synchronized Map<String, Double> read(CqlSession session) {
    List<Node> nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP)
            .toList();
    NodeTelemetry telemetry = new NodeTelemetry();
    views.removeIf(view -> !take(view, session, nodes, telemetry));
    return telemetry.values();
  }

  /** Queries one virtual table. Returns false if the server does not have it. */
  private static boolean take(
      View view, CqlSession session, List<Node> nodes, NodeTelemetry telemetry) {
    SimpleStatement question =
        SimpleStatement.newInstance("SELECT " + view.cql()).setTimeout(DEADLINE);
    List<CompletionStage<AsyncResultSet>> answers =
        nodes.stream().map(node -> session.executeAsync(question.setNode(node))).toList();
    for (int i = 0; i < nodes.size(); i++) {
      Told told = new Told(telemetry, name(nodes.get(i)));
      try {
        for (Row row : answers.get(i).toCompletableFuture().join().currentPage()) {
          view.take().row(row, told);
        }
      } catch (CompletionException e) {
        if (e.getCause() instanceof InvalidQueryException) {
          return false;
        }
        throw e;
      }
    }
    return true;
  }

  private static String name(Node node) {
    return node.getEndPoint().resolve() instanceof InetSocketAddress address
        ? address.getHostString() + ":" + address.getPort()
        : node.getEndPoint().toString();
  }
}
