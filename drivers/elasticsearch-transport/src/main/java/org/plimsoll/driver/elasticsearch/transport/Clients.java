package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.transport.TransportAddress;
import org.elasticsearch.common.unit.TimeValue;
import org.elasticsearch.threadpool.ThreadPool;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ConnectionSettings;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.ServersAddress;
import org.plimsoll.api.kit.SharedPool;
import org.plimsoll.driver.elastic.IndexSettings;

/**
 * The library's clients, configured for load tests. One is in use at a time, and is replaced if it
 * stalls.
 */
final class Clients implements AutoCloseable {
  /** The delay before the driver connects to a lost node again. */
  private static final Duration RECONNECT = Duration.ofSeconds(1);

  private final DriverContext context;
  private final SettingValues settings;
  private final Network network;
  private final TransportAddress[] addresses;
  private final DriverContext.Counter nodeFailures;
  private final AtomicReference<@Nullable NodeClient> latest = new AtomicReference<>();
  private final AtomicReference<@Nullable Set<String>> knownNodes = new AtomicReference<>();
  private final SharedPool<NodeClient> pool;

  /**
   * Creates the first client, which tries each node of the target once.
   *
   * @throws IOException if a host name cannot be resolved, or an address is not allowed
   */
  Clients(ServersAddress address, DriverContext context) throws IOException {
    this.context = context;
    settings = context.settings();
    network = new Network(context);
    addresses = resolved(address, context);
    nodeFailures = context.counter("node-failures");
    pool = new SharedPool<>(this::connect, NodeClient::close);
  }

  private static TransportAddress[] resolved(ServersAddress address, DriverContext context)
      throws IOException {
    List<TransportAddress> resolved = new ArrayList<>();
    for (HostPort node : address.servers()) {
      InetAddress host = context.resolve(node.host(), node.port())[0];
      resolved.add(new TransportAddress(new InetSocketAddress(host, node.port())));
    }
    return resolved.toArray(TransportAddress[]::new);
  }

  SharedPool<NodeClient> pool() {
    return pool;
  }

  Network network() {
    return network;
  }

  private NodeClient connect() {
    NodeClient client =
        ScopedValue.where(Network.OF_CLIENT, network)
            .call(() -> new NodeClient(librarySettings(), (_, _) -> nodeFailures.add(1)));
    client.addTransportAddresses(addresses);
    latest.set(client);
    reportNodes(client);
    client
        .threadPool()
        .scheduleWithFixedDelay(
            () -> reportNodes(client), time(sampling()), ThreadPool.Names.GENERIC);
    return client;
  }

  private Settings librarySettings() {
    Duration sniff = settings.get(IndexSettings.SNIFF);
    String cluster = settings.get(TransportSettings.CLUSTER);
    TimeValue timeout = time(settings.get(TransportSettings.CONNECT_TIMEOUT));
    Settings.Builder builder =
        Settings.builder()
            .put("node.name", "plimsoll")
            .put("client.transport.sniff", !sniff.isZero())
            .put("client.transport.nodes_sampler_interval", time(sampling()))
            .put("client.transport.ping_timeout", timeout)
            .put("client.transport.ignore_cluster_name", cluster.isEmpty())
            .put("transport.tcp.connect_timeout", timeout)
            .put("transport.tcp.compress", settings.get(TransportSettings.COMPRESSION))
            .put(
                "transport.connections_per_node.reg",
                Math.toIntExact(settings.get(TransportSettings.CONNECTIONS)))
            .put(
                "transport.connections_per_node.bulk",
                Math.toIntExact(settings.get(TransportSettings.BULK_CONNECTIONS)))
            .put("transport.netty.worker_count", ConnectionSettings.ioThreads(settings));
    if (!cluster.isEmpty()) {
      builder.put("cluster.name", cluster);
    }
    Credentials.of(settings)
        .ifPresent(login -> builder.put("request.headers.Authorization", login.basic()));
    return builder.build();
  }

  private Duration sampling() {
    Duration sniff = settings.get(IndexSettings.SNIFF);
    return sniff.isZero() ? RECONNECT : sniff;
  }

  private static TimeValue time(Duration duration) {
    return TimeValue.timeValueMillis(Math.max(1, duration.toMillis()));
  }

  /** Reports the nodes that the client has connected to or lost since the last call. */
  private void reportNodes(NodeClient client) {
    if (client != latest.get()) {
      return; // The client was replaced.
    }
    Set<String> now = client.nodes();
    Set<String> before = knownNodes.getAndSet(now);
    if (before != null) {
      now.stream()
          .filter(node -> !before.contains(node))
          .forEach(node -> context.event("node " + node + " joined"));
      before.stream()
          .filter(node -> !now.contains(node))
          .forEach(node -> context.event("node " + node + " left"));
    }
  }

  @Override
  public void close() {
    pool.close();
  }
}
