package org.plimsoll.driver.hbase;

import java.io.IOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.ClusterMetrics.Option;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.ServerMetrics;
import org.apache.hadoop.hbase.ServerName;
import org.apache.hadoop.hbase.Size;
import org.apache.hadoop.hbase.TableName;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.NodeTelemetry;

/** The servers of the cluster and the regions of the table, as reported by the master. */
final class Cluster {
  private static final Set<Option> OPTIONS =
      EnumSet.of(
          Option.HBASE_VERSION,
          Option.CLUSTER_ID,
          Option.MASTER,
          Option.BACKUP_MASTERS,
          Option.LIVE_SERVERS,
          Option.DEAD_SERVERS,
          Option.REGIONS_IN_TRANSITION);

  private final Admin admin;
  private final TableName table;
  private final Duration patience;
  private final Consumer<String> events;
  private final Set<String> known = new TreeSet<>(); // Guarded by this.

  Cluster(Admin admin, TableName table, Duration patience, Consumer<String> events) {
    this.admin = admin;
    this.table = table;
    this.patience = patience;
    this.events = events;
  }

  private ClusterMetrics ask() throws IOException, InterruptedException {
    return admin.ask(patience, its -> its.getClusterMetrics(EnumSet.copyOf(OPTIONS)));
  }

  /** Returns the active master and the region servers, with the addresses that they report. */
  List<HostPort> servers() throws IOException, InterruptedException {
    ClusterMetrics metrics = ask();
    see(metrics);
    Set<ServerName> servers = new TreeSet<>(metrics.getLiveServerMetrics().keySet());
    if (metrics.getMasterName() != null) {
      servers.add(metrics.getMasterName());
    }
    return servers.stream().map(each -> new HostPort(each.getHostname(), each.getPort())).toList();
  }

  private static String text(ServerName server) {
    return new HostPort(server.getHostname(), server.getPort()).toString();
  }

  /** Reports region servers that joined and left. A restarted server is reported as both. */
  private synchronized void see(ClusterMetrics metrics) {
    Map<String, String> now = new TreeMap<>();
    metrics
        .getLiveServerMetrics()
        .keySet()
        .forEach(each -> now.put(each.getServerName(), text(each)));
    if (!known.isEmpty()) {
      for (String gone : known) {
        if (!now.containsKey(gone)) {
          events.accept("region server " + text(ServerName.valueOf(gone)) + " left");
        }
      }
      now.forEach((name, text) -> {
        if (!known.contains(name)) {
          events.accept("region server " + text + " joined");
        }
      });
    }
    known.clear();
    known.addAll(now.keySet());
  }

  Map<String, String> facts() throws IOException, InterruptedException {
    ClusterMetrics metrics = ask();
    see(metrics);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("server", "HBase " + metrics.getHBaseVersion());
    facts.put("cluster", String.valueOf(metrics.getClusterId()));
    if (metrics.getMasterName() != null) {
      facts.put("master", text(metrics.getMasterName()));
    }
    if (!metrics.getBackupMasterNames().isEmpty()) {
      facts.put(
          "backup masters",
          String.join(", ", metrics.getBackupMasterNames().stream().map(Cluster::text).toList()));
    }
    facts.put("region servers", String.valueOf(metrics.getLiveServerMetrics().size()));
    Map<String, Integer> ofTable = regionsByServer();
    new TreeMap<>(metrics.getLiveServerMetrics())
        .forEach((name, its) ->
            facts.put(
                "region server " + text(name),
                its.getRegionMetrics().size()
                    + " regions, "
                    + ofTable.getOrDefault(text(name), 0)
                    + " of the table"));
    if (!metrics.getDeadServerNames().isEmpty()) {
      facts.put("dead region servers", String.valueOf(metrics.getDeadServerNames().size()));
    }
    facts.put("regions", String.valueOf(ofTable.values().stream().mapToInt(n -> n).sum()));
    return facts;
  }

  /**
   * Returns the number of regions of the table on each server. Replicas and regions that are not
   * open are not counted.
   */
  private Map<String, Integer> regionsByServer() throws IOException, InterruptedException {
    List<HRegionLocation> locations =
        admin.askTable(
            patience, hub -> hub.connection().getRegionLocator(table).getAllRegionLocations());
    Map<String, Integer> regions = new TreeMap<>();
    for (HRegionLocation each : locations) {
      if (each.getRegion().getReplicaId() == 0) {
        String server = each.getServerName() == null ? "none" : text(each.getServerName());
        regions.merge(server, 1, Integer::sum);
      }
    }
    return regions;
  }

  /** Returns the statistics that region servers report to the master, every 3 s by default. */
  Map<String, Double> telemetry() throws IOException, InterruptedException {
    ClusterMetrics metrics = ask();
    see(metrics);
    NodeTelemetry telemetry = new NodeTelemetry();
    telemetry.all("region_servers", metrics.getLiveServerMetrics().size());
    telemetry.all("dead_region_servers", metrics.getDeadServerNames().size());
    telemetry.all("regions_in_transition", metrics.getRegionStatesInTransition().size());
    metrics
        .getLiveServerMetrics()
        .forEach((name, its) -> {
          server(text(name), its, telemetry);
          its.getRegionMetrics().values().forEach(each -> region(text(name), each, telemetry));
        });
    return telemetry.values();
  }

  private static void server(String name, ServerMetrics its, NodeTelemetry to) {
    to.sum(name, "requests_total", (double) its.getRequestCount());
    to.sum(name, "requests_per_second", (double) its.getRequestCountPerSecond());
    to.sum(name, "heap_used_bytes", bytes(its.getUsedHeapSize()));
    to.sum(name, "heap_max_bytes", bytes(its.getMaxHeapSize()));
    to.sum(name, "regions", its.getRegionMetrics().size());
  }

  private static void region(String name, RegionMetrics its, NodeTelemetry to) {
    to.sum(name, "region_reads_total", (double) its.getReadRequestCount());
    to.sum(name, "region_writes_total", (double) its.getWriteRequestCount());
    to.sum(name, "filtered_reads_total", (double) its.getFilteredReadRequestCount());
    to.sum(name, "memstore_bytes", bytes(its.getMemStoreSize()));
    to.sum(name, "store_files", its.getStoreFileCount());
    to.sum(name, "store_file_bytes", bytes(its.getStoreFileSize()));
    to.sum(name, "bloom_filter_bytes", bytes(its.getBloomFilterSize()));
    to.sum(name, "compacting_cells", (double) its.getCompactingCellCount());
    to.sum(name, "compacted_cells", (double) its.getCompactedCellCount());
  }

  private static double bytes(Size size) {
    return size.get(Size.Unit.BYTE);
  }
}
