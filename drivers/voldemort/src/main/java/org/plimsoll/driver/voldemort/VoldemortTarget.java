package org.plimsoll.driver.voldemort;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.api.Client;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.Session;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.NodeTelemetry;
import org.plimsoll.api.kit.RowFrame;
import org.plimsoll.api.kit.ServersAddress;

/** The client of an opened store: its topology, and the connections that sessions share. */
final class VoldemortTarget implements Client {
  private static final int SESSIONS = 4;
  private static final long CHECK_MILLIS = 50;
  private static final Duration REFRESH_PAUSE = Duration.ofSeconds(1);

  private final SettingValues settings;
  private final ServersAddress address;
  private final Network network;
  private final Format format;
  private final NodeWatch watch;
  private final Metadata metadata;
  private final Requests requests;
  private final Commands commands;
  private final JmxStats stats;
  private final Map<Integer, Node> nodes = new TreeMap<>(); // Guarded by itself.
  private final Set<VoldemortSession> sessions = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean refreshing = new AtomicBoolean();
  private volatile Topology topology;
  private volatile Duration nodeTimeout;
  private volatile boolean closed;

  private VoldemortTarget(DriverContext context, Network network)
      throws IOException, InterruptedException {
    this.network = network;
    settings = context.settings();
    address = VoldemortSettings.ADDRESS.parse(context.address());
    format =
        switch (settings.get(VoldemortSettings.PROTOCOL)) {
          case VP3 -> new Vp3Format();
          case PB0 -> new Pb0Format();
        };
    nodeTimeout = settings.get(VoldemortSettings.NODE_TIMEOUT);
    watch =
        new NodeWatch(
            Math.toIntExact(settings.get(VoldemortSettings.CONNECTIONS)),
            settings.get(VoldemortSettings.LEAVE_OUT),
            context.timing("connection-wait"),
            context::event);
    metadata = new Metadata(network, format);
    topology = learn(address.servers());
    requests = new Requests(() -> topology, live(settings), this::refresh);
    commands =
        new Commands(
            new RowFrame(context.fieldNames()),
            requests,
            InstantSource.system(),
            context.counter("siblings"),
            context.counter("read-repairs"));
    commands.change(
        Math.toIntExact(settings.get(VoldemortSettings.WRITE_TRIES)),
        settings.get(VoldemortSettings.READ_REPAIR));
    stats = new JmxStats(context, address.name());
  }

  static VoldemortTarget open(DriverContext context) throws Exception {
    Network network = new Network(context);
    try {
      VoldemortTarget target = new VoldemortTarget(context, network);
      target.watch.silent(false);
      target.checkLater();
      return target;
    } catch (Exception e) {
      network.close();
      throw e;
    }
  }

  /**
   * Requests the topology from the servers. Known nodes keep their connections. The caller closes
   * nodes that are no longer part of the topology, once operations use the new one.
   */
  private Topology learn(List<HostPort> servers) throws IOException, InterruptedException {
    Metadata.Files files = metadata.read(servers);
    int zone = settings.get(VoldemortSettings.ZONE);
    Cluster cluster;
    StoreDefinition store;
    Ring ring;
    try {
      cluster = Cluster.parse(files.cluster()).reachedAt(files.from());
      store = StoreDefinition.parse(files.stores(), address.name());
      ring = new Ring(cluster, store, zone);
    } catch (IOException e) {
      throw new IOException(servers.getFirst() + " " + e.getMessage(), e);
    }
    requireZone(cluster, zone);
    Map<Integer, Node> used = new LinkedHashMap<>();
    synchronized (nodes) {
      for (ClusterNode each : cluster.nodes()) {
        Node node = nodes.get(each.id());
        if (node == null || !node.its().address().equals(each.address())) {
          node = new Node(each, network, format, watch);
        }
        used.put(each.id(), node);
      }
      nodes.clear();
      nodes.putAll(used);
    }
    boolean routed = settings.get(VoldemortSettings.ROUTING) == Routing.SERVER;
    return new Topology(cluster, store, ring, used, routed, zone);
  }

  private static void requireZone(Cluster cluster, int zone) {
    List<Integer> zones = cluster.nodes().stream().map(ClusterNode::zone).distinct().toList();
    if (zone >= 0 && !zones.contains(zone)) {
      throw new IllegalArgumentException(
          "zone: must be a zone of the cluster ("
              + zones.stream().map(String::valueOf).collect(Collectors.joining(", "))
              + "), was '"
              + zone
              + "'");
    }
  }

  /** Requests the topology again, because keys have moved. There is one request at a time. */
  private void refresh() {
    if (closed || !refreshing.compareAndSet(false, true)) {
      return;
    }
    Thread _ =
        Thread.startVirtualThread(() -> {
          try {
            List<HostPort> servers =
                Stream.concat(
                        topology.cluster().nodes().stream().map(ClusterNode::address),
                        address.servers().stream())
                    .distinct()
                    .toList();
            Topology before = topology;
            Topology now = learn(servers);
            topology = now;
            before.nodes().stream()
                .filter(node -> !now.nodes().contains(node))
                .forEach(this::leave);
            watch.event("topology read again: " + now.nodes().size() + " nodes");
          } catch (IOException | RuntimeException e) {
            watch.event("topology not read again: " + e.getMessage());
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          if (closed) {
            return;
          }
          var _ =
              network
                  .next()
                  .schedule(
                      () -> refreshing.set(false), REFRESH_PAUSE.toMillis(), TimeUnit.MILLISECONDS);
        });
  }

  private void leave(Node node) {
    node.leave();
    stats.drop(node.its().address());
  }

  /* Starts to check periodically for unresponsive nodes. They are excluded if other replicas can
   * answer instead.
   */
  private void checkLater() {
    var _ =
        network
            .next()
            .scheduleWithFixedDelay(
                () -> {
                  Topology now = topology;
                  if (now.hasReplicas()) {
                    long nanos = System.nanoTime();
                    now.nodes().forEach(node -> node.check(nanos, nodeTimeout));
                  }
                },
                CHECK_MILLIS,
                CHECK_MILLIS,
                TimeUnit.MILLISECONDS);
  }

  private Requests.Live live(SettingValues values) {
    byte[] transform = values.get(VoldemortSettings.TRANSFORM).getBytes(StandardCharsets.UTF_8);
    boolean routed = settings.get(VoldemortSettings.ROUTING) == Routing.SERVER;
    return new Requests.Live(
        new NodeRequest.Shape(address.name(), routed, transform),
        Math.toIntExact(values.get(VoldemortSettings.REQUIRED_READS)),
        Math.toIntExact(values.get(VoldemortSettings.REQUIRED_WRITES)));
  }

  @Override
  public Session openSession() {
    int maxInFlight = Math.toIntExact(settings.get(VoldemortSettings.IN_FLIGHT));
    VoldemortSession session = new VoldemortSession(maxInFlight, commands, sessions::remove);
    sessions.add(session);
    return session;
  }

  @Override
  public int preferredSessions() {
    return SESSIONS;
  }

  @Override
  public Map<String, String> facts() {
    Topology now = topology;
    StoreDefinition store = now.store();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("server", "voldemort cluster " + now.cluster().name());
    facts.put("nodes", String.valueOf(now.nodes().size()));
    facts.put(
        "zones",
        String.valueOf(now.cluster().nodes().stream().map(ClusterNode::zone).distinct().count()));
    facts.put(
        "partitions",
        String.valueOf(
            now.cluster().nodes().stream().mapToInt(node -> node.partitions().size()).sum()));
    facts.put("persistence", store.persistence());
    facts.put("routing-strategy", store.strategy());
    facts.put("replicas", String.valueOf(store.replicas()));
    facts.put("reads", text(store.reads()));
    facts.put("writes", text(store.writes()));
    facts.put("serializers", "key " + store.keyType() + ", value " + store.valueType());
    facts.put("routing", lower(settings.get(VoldemortSettings.ROUTING)));
    facts.put("protocol", lower(settings.get(VoldemortSettings.PROTOCOL)));
    facts.put("connections-per-node", String.valueOf(settings.get(VoldemortSettings.CONNECTIONS)));
    return facts;
  }

  private static String text(StoreDefinition.Quorum quorum) {
    return quorum.required() + " required, " + quorum.preferred() + " preferred";
  }

  private static String lower(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  /** Returns statistics of this client's connections, and of servers whose JMX port is known. */
  @Override
  public Map<String, Double> telemetry() throws Exception {
    NodeTelemetry telemetry = new NodeTelemetry();
    for (Node node : topology.nodes()) {
      String name = node.its().address().toString();
      telemetry.sum(name, "client_connections", node.openConnections());
      telemetry.sum(name, "nodes_left_out", node.leftOut() == null ? 0 : 1);
      stats.read(node.its().address(), telemetry);
    }
    return telemetry.values();
  }

  @Override
  public void settingsChanged(SettingValues changed) {
    requests.change(live(changed));
    commands.change(
        Math.toIntExact(changed.get(VoldemortSettings.WRITE_TRIES)),
        changed.get(VoldemortSettings.READ_REPAIR));
    nodeTimeout = changed.get(VoldemortSettings.NODE_TIMEOUT);
    watch.leaveOut(changed.get(VoldemortSettings.LEAVE_OUT));
  }

  @Override
  public void close() {
    closed = true;
    watch.silent(true);
    sessions.forEach(VoldemortSession::close);
    synchronized (nodes) {
      nodes.values().forEach(Node::close);
    }
    stats.close();
    network.close();
  }
}
