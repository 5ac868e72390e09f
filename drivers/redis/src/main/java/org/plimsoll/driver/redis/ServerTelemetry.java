package org.plimsoll.driver.redis;

import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.kit.NodeTelemetry;
import org.plimsoll.driver.lettuce.InfoTelemetry;
import org.plimsoll.driver.lettuce.ServerInfo;

/**
 * Polls {@code INFO} over separate, persistent connections. In a cluster, the masters are polled.
 */
final class ServerTelemetry {
  private static final Duration DEADLINE = Duration.ofSeconds(3);

  private final Callable<StatefulConnection<byte[], byte[]>> connect;
  private @Nullable StatefulConnection<byte[], byte[]> connection;
  private final InfoTelemetry info = new InfoTelemetry();

  ServerTelemetry(Callable<StatefulConnection<byte[], byte[]>> connect) {
    this.connect = connect;
  }

  synchronized Map<String, Double> read() throws Exception {
    try {
      NodeTelemetry telemetry = new NodeTelemetry();
      info.add(nodes(), telemetry);
      return telemetry.values();
    } catch (Exception e) {
      close();
      throw e;
    }
  }

  /** Returns the INFO lines of each polled server, by its address. */
  private Map<String, List<Map<String, String>>> nodes() throws Exception {
    StatefulConnection<byte[], byte[]> its = connection;
    if (its == null) {
      its = connect.call();
      its.setTimeout(DEADLINE);
      connection = its;
    }
    Map<String, List<Map<String, String>>> nodes = new TreeMap<>();
    if (its instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster) {
      var masters = cluster.sync().upstream().commands();
      add(nodes, masters.info().asMap());
      add(nodes, masters.info("commandstats").asMap());
    } else {
      var redis = ((StatefulRedisConnection<byte[], byte[]>) its).sync();
      nodes.put(
          "",
          List.of(
              ServerInfo.parse(redis.info()).lines(),
              ServerInfo.parse(redis.info("commandstats")).lines()));
    }
    return nodes;
  }

  private static void add(
      Map<String, List<Map<String, String>>> nodes, Map<RedisClusterNode, String> texts) {
    texts.forEach((node, text) ->
        nodes
            .computeIfAbsent(
                node.getUri().getHost() + ":" + node.getUri().getPort(), _ -> new ArrayList<>())
            .add(ServerInfo.parse(text).lines()));
  }

  synchronized void close() {
    StatefulConnection<byte[], byte[]> its = connection;
    connection = null;
    if (its != null) {
      its.close();
    }
  }
}
