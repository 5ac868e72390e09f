package org.plimsoll.driver.mongodb;

import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads metrics of a node from its answers to {@code serverStatus} and {@code collStats}. */
final class ServerStatus {
  private static final double MEBIBYTE = 1024 * 1024;
  private static final double MICROSECOND = 1e-6;

  /** Paths in {@code serverStatus}, each with a factor for its value. */
  private static final Map<String, Metric> OF_SERVER = new LinkedHashMap<>();

  private static final Map<String, Metric> OF_COLLECTION = new LinkedHashMap<>();

  private Map<String, Double> countsBefore = Map.of();

  private record Metric(String path, double factor) {}

  static {
    server("uptime_seconds", "uptimeMillis", 1e-3);
    server("connections_open", "connections.current", 1);
    server("connections_available", "connections.available", 1);
    server("inserts_total", "opcounters.insert", 1);
    server("queries_total", "opcounters.query", 1);
    server("updates_total", "opcounters.update", 1);
    server("deletes_total", "opcounters.delete", 1);
    server("getmores_total", "opcounters.getmore", 1);
    server("commands_total", "opcounters.command", 1);
    server("network_received_bytes_total", "network.bytesIn", 1);
    server("network_sent_bytes_total", "network.bytesOut", 1);
    server("memory_resident_bytes", "mem.resident", MEBIBYTE);
    server("cache_used_bytes", "wiredTiger.cache.bytes currently in the cache", 1);
    server("cache_dirty_bytes", "wiredTiger.cache.tracked dirty bytes in the cache", 1);
    server("cache_size_bytes", "wiredTiger.cache.maximum bytes configured", 1);
    server("queued_operations", "globalLock.currentQueue.total", 1);
    server("active_clients", "globalLock.activeClients.total", 1);
    server("open_cursors", "metrics.cursor.open.total", 1);
    server("page_faults_total", "extra_info.page_faults", 1);
    server("write_conflicts_total", "metrics.operation.writeConflicts", 1);
    collection("collection_documents", "count");
    collection("collection_data_bytes", "size");
    collection("collection_storage_bytes", "storageSize");
    collection("collection_index_bytes", "totalIndexSize");
  }

  private static void server(String name, String path, double factor) {
    OF_SERVER.put(name, new Metric(path, factor));
  }

  private static void collection(String name, String path) {
    OF_COLLECTION.put(name, new Metric(path, 1));
  }

  /**
   * Returns the metrics of a server. A mean latency is computed over the operations since the last
   * call.
   */
  Map<String, Double> ofServer(BsonDocument status) {
    Map<String, Double> metrics = read(OF_SERVER, status);
    Map<String, Double> counts = new LinkedHashMap<>();
    for (String kind : new String[] {"reads", "writes", "commands"}) {
      double operations = number(status, "opLatencies." + kind + ".ops");
      double micros = number(status, "opLatencies." + kind + ".latency");
      if (operations > 0) {
        counts.put(kind, operations);
        counts.put(kind + "-micros", micros);
        double more = operations - countsBefore.getOrDefault(kind, operations);
        if (more > 0) {
          double moreMicros = micros - countsBefore.getOrDefault(kind + "-micros", micros);
          metrics.put(kind + "_mean_seconds", moreMicros / more * MICROSECOND);
        }
      }
    }
    countsBefore = counts;
    return metrics;
  }

  static Map<String, Double> ofCollection(BsonDocument statistics) {
    return read(OF_COLLECTION, statistics);
  }

  private static Map<String, Double> read(Map<String, Metric> metrics, BsonDocument answer) {
    Map<String, Double> values = new LinkedHashMap<>();
    metrics.forEach((name, metric) -> {
      double value = number(answer, metric.path());
      if (!Double.isNaN(value)) {
        values.put(name, value * metric.factor());
      }
    });
    return values;
  }

  /** Returns the number at a path, whose names are separated by dots, or NaN if there is none. */
  private static double number(BsonDocument answer, String path) {
    BsonValue value = answer;
    for (String name : path.split("\\.", -1)) {
      value = value != null && value.isDocument() ? value.asDocument().get(name) : null;
    }
    return value != null && value.isNumber() ? value.asNumber().doubleValue() : Double.NaN;
  }
}
