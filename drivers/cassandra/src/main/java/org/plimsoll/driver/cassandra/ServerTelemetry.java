package org.plimsoll.driver.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.AsyncResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

/**
 * Reads telemetry from the virtual tables in {@code system_views}, which exist since Cassandra 4.0.
 * Values are summed over the nodes, and latencies are the maximum. Older servers report nothing.
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

  /** A query of a virtual table, and a function that adds its rows to the telemetry. */
  private record View(String cql, BiConsumer<Row, Map<String, Double>> take) {}

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
              add(told, "sstable_tasks", 1);
              add(told, "sstable_tasks_remaining_bytes", row.getLong(0) - row.getLong(1));
            }));
    views.add(
        new View(
            "count(*) FROM system_views.clients",
            (row, told) -> add(told, "connected_clients", row.getLong(0))));
    views.add(
        new View(
            "expired_count, error_count FROM system_views.internode_inbound",
            (row, told) -> {
              add(told, "dropped_messages_total", row.getLong(0));
              add(told, "message_errors_total", row.getLong(1));
            }));
    views.add(
        new View(
            "expired_count, overload_count, pending_count FROM"
                + " system_views.internode_outbound",
            (row, told) -> {
              add(told, "dropped_messages_total", row.getLong(0) + row.getLong(1));
              add(told, "pending_messages", row.getLong(2));
            }));
    views.add(
        new View(
            "files FROM system_views.pending_hints",
            (row, told) -> add(told, "hint_files", row.getInt(0))));
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
            (row, told) -> add(told, "table_bytes", row.getLong(0) * MEBIBYTE)));
    for (String side :
        List.of("coordinator_read", "coordinator_write", "local_read", "local_write")) {
      views.add(
          new View(
              "p99th_ms FROM system_views." + side + "_latency" + where,
              (row, told) ->
                  told.merge(side + "_p99_seconds", row.getDouble(0) / 1e3, Double::max)));
    }
  }

  private static void takePool(Row row, Map<String, Double> told) {
    String pool = POOLS.get(row.getString(0));
    if (pool != null) {
      add(told, pool + "_active", row.getInt(1));
      add(told, pool + "_pending", row.getInt(2));
      add(told, pool + "_blocked_total", row.getLong(3));
    }
  }

  private static void takeCache(Row row, Map<String, Double> told) {
    String cache = CACHES.get(row.getString(0));
    if (cache != null) {
      add(told, cache + "_bytes", row.getLong(1));
      add(told, cache + "_hits_total", row.getLong(2));
      add(told, cache + "_requests_total", row.getLong(3));
    }
  }

  private static void add(Map<String, Double> told, String name, long value) {
    told.merge(name, (double) value, Double::sum);
  }

  /** Queries all nodes in parallel, one table after the other. */
  synchronized Map<String, Double> read(CqlSession session) {
    List<Node> nodes =
        session.getMetadata().getNodes().values().stream()
            .filter(node -> node.getState() == NodeState.UP)
            .toList();
    Map<String, Double> told = new LinkedHashMap<>();
    views.removeIf(view -> !take(view, session, nodes, told));
    return told;
  }

  /** Queries one table; returns false if the server does not have it. */
  private static boolean take(
      View view, CqlSession session, List<Node> nodes, Map<String, Double> told) {
    SimpleStatement question =
        SimpleStatement.newInstance("SELECT " + view.cql()).setTimeout(DEADLINE);
    List<CompletionStage<AsyncResultSet>> answers =
        nodes.stream().map(node -> session.executeAsync(question.setNode(node))).toList();
    for (CompletionStage<AsyncResultSet> answer : answers) {
      try {
        for (Row row : answer.toCompletableFuture().join().currentPage()) {
          view.take().accept(row, told);
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
}
