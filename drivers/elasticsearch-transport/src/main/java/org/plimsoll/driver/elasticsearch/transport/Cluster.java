package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.elasticsearch.Version;
import org.elasticsearch.action.admin.cluster.health.ClusterHealthAction;
import org.elasticsearch.action.admin.cluster.health.ClusterHealthRequest;
import org.elasticsearch.action.admin.cluster.health.ClusterHealthResponse;
import org.elasticsearch.action.admin.cluster.node.stats.NodeStats;
import org.elasticsearch.action.admin.cluster.node.stats.NodesStatsAction;
import org.elasticsearch.action.admin.cluster.node.stats.NodesStatsRequest;
import org.elasticsearch.action.admin.indices.stats.CommonStatsFlags;
import org.elasticsearch.action.admin.indices.stats.CommonStatsFlags.Flag;
import org.elasticsearch.cluster.node.DiscoveryNode;
import org.elasticsearch.common.unit.TimeValue;
import org.elasticsearch.indices.NodeIndicesStats;
import org.elasticsearch.monitor.jvm.JvmStats;
import org.elasticsearch.threadpool.ThreadPoolStats;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;
import org.plimsoll.api.kit.NodeTelemetry;

/** Reads facts and telemetry of the cluster. */
record Cluster(Admin admin, String index) {
  /**
   * Thread pools in the telemetry. Version 5.6 has two pools for writes, index and bulk. Since 6.3
   * they are one.
   */
  private static final Set<String> POOLS = Set.of("write", "index", "bulk", "search", "get");

  /** The time that the server waits for an index that does not exist. */
  private static final TimeValue HEALTH = TimeValue.timeValueSeconds(1);

  /** The message for an unsupported version, for which the library has no exception class. */
  private static final Pattern UNSUPPORTED =
      Pattern.compile("(?:unsupported|incompatible) version:? \\[(?<version>[^]]+)]");

  private static final double MILLIS_PER_SECOND = 1000;

  /**
   * Checks that a node is connected, and that this client supports its version.
   *
   * @throws IOException if the check fails; the message is one sentence for the user
   */
  void check(Network network) throws IOException {
    List<DiscoveryNode> nodes = admin.client().connectedNodes();
    if (nodes.isEmpty()) {
      throw notConnected(network);
    }
    Version version = nodes.getFirst().getVersion();
    if (!isSupported(version)) {
      throw unsupported(version.toString(), null);
    }
  }

  static boolean isSupported(Version version) {
    return version.major == 6 || (version.major == 5 && version.minor >= 6);
  }

  private IOException notConnected(Network network) {
    List<DiscoveryNode> others = admin.client().filteredNodes();
    if (!others.isEmpty()) {
      return new IOException(
          admin.where() + ": the cluster has another name than the setting cluster requires");
    }
    Exception failure = network.lastFailure();
    if (failure == null) {
      return new IOException(admin.where() + " did not answer in time");
    }
    String version = Causes.find(failure, Cluster::unsupportedVersion);
    return version == null
        ? Failures.unusable(admin.where(), failure)
        : unsupported(version, failure);
  }

  /**
   * Returns the version of a node that this client does not support, or null for other failures.
   */
  private static @Nullable String unsupportedVersion(Throwable failure) {
    Matcher version = UNSUPPORTED.matcher(String.valueOf(failure.getMessage()));
    return version.find() ? version.group("version") : null;
  }

  private IOException unsupported(String version, @Nullable Exception e) {
    return new IOException(
        "%s is Elasticsearch %s; this driver is for 5.6 and 6, and elasticsearch:// for 7 and later"
            .formatted(admin.where(), version),
        e);
  }

  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("client", "Elasticsearch transport client " + Version.CURRENT);
    List<DiscoveryNode> connected = admin.client().connectedNodes();
    if (!connected.isEmpty()) {
      facts.put("version", connected.getFirst().getVersion().toString());
    }
    facts.put("connected", String.join(", ", admin.client().nodes()));
    facts.put("index", index);
    try {
      ClusterHealthResponse health =
          admin.ask(ClusterHealthAction.INSTANCE, new ClusterHealthRequest(index).timeout(HEALTH));
      facts.put("cluster", health.getClusterName());
      facts.put("nodes", String.valueOf(health.getNumberOfNodes()));
      facts.put("data-nodes", String.valueOf(health.getNumberOfDataNodes()));
      facts.put("health", health.getStatus().name().toLowerCase(java.util.Locale.ROOT));
      facts.put("primary-shards", String.valueOf(health.getActivePrimaryShards()));
      facts.put("active-shards", String.valueOf(health.getActiveShards()));
    } catch (IOException e) {
      facts.put("health", "unknown"); // The user may have access to the index only.
    }
    return facts;
  }

  /** Returns telemetry of the nodes, with the same names as the driver {@code elasticsearch}. */
  Map<String, Double> telemetry() throws IOException {
    NodesStatsRequest request = new NodesStatsRequest().clear().jvm(true).fs(true).threadPool(true);
    request.indices(
        new CommonStatsFlags(
            Flag.Indexing, Flag.Search, Flag.Get, Flag.Refresh, Flag.Merge, Flag.Segments));
    NodeTelemetry telemetry = new NodeTelemetry();
    for (NodeStats node : admin.ask(NodesStatsAction.INSTANCE, request).getNodes()) {
      Sum sum = (name, value) -> telemetry.sum(node.getNode().getName(), name, value);
      machine(node, sum);
      each(node.getThreadPool(), pools -> pools(pools, sum));
      each(node.getIndices(), indices -> indices(indices, sum));
    }
    return telemetry.values();
  }

  @FunctionalInterface
  private interface Sum {
    void add(String name, double value);

    default void count(String name, long count) {
      add(name, (double) count);
    }

    default void millis(String name, long millis) {
      add(name, millis / MILLIS_PER_SECOND);
    }
  }

  /** Passes a part of the statistics to a consumer, unless the node has omitted it. */
  private static <T> void each(@Nullable T part, Consumer<T> taker) {
    if (part != null) {
      taker.accept(part);
    }
  }

  private static void machine(NodeStats node, Sum sum) {
    each(
        node.getJvm(),
        jvm -> {
          sum.count("heap_used_bytes", jvm.getMem().getHeapUsed().getBytes());
          sum.count("heap_max_bytes", jvm.getMem().getHeapMax().getBytes());
          for (JvmStats.GarbageCollector collector : jvm.getGc().getCollectors()) {
            sum.millis("gc_seconds_total", collector.getCollectionTime().getMillis());
          }
        });
    each(
        node.getFs(),
        disk -> sum.count("disk_available_bytes", disk.getTotal().getAvailable().getBytes()));
  }

  private static void pools(ThreadPoolStats pools, Sum sum) {
    for (ThreadPoolStats.Stats pool : pools) {
      if (POOLS.contains(pool.getName())) {
        sum.count(pool.getName() + "_queue", pool.getQueue());
        sum.count(pool.getName() + "_active", pool.getActive());
        sum.count(pool.getName() + "_rejected_total", pool.getRejected());
      }
    }
  }

  private static void indices(NodeIndicesStats indices, Sum sum) {
    each(
        indices.getIndexing(),
        indexing -> {
          var total = indexing.getTotal();
          sum.count("indexed_total", total.getIndexCount());
          sum.millis("indexed_seconds_sum", total.getIndexTime().getMillis());
          sum.millis("indexing_throttled_seconds_total", total.getThrottleTime().getMillis());
        });
    each(
        indices.getSearch(),
        search -> {
          sum.count("queries_total", search.getTotal().getQueryCount());
          sum.millis("queries_seconds_sum", search.getTotal().getQueryTimeInMillis());
        });
    each(
        indices.getGet(),
        get -> {
          sum.count("gets_total", get.getCount());
          sum.millis("gets_seconds_sum", get.getTimeInMillis());
        });
    each(indices.getRefresh(), refresh -> sum.count("refreshes_total", refresh.getTotal()));
    each(
        indices.getMerge(),
        merge -> {
          sum.count("merges", merge.getCurrent());
          sum.count("merged_bytes_total", merge.getTotalSizeInBytes());
        });
    each(indices.getSegments(), segments -> sum.count("segments", segments.getCount()));
  }
}
