package org.plimsoll.driver.cassandrathrift;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.cassandra.thrift.EndpointDetails;
import org.apache.cassandra.thrift.InvalidRequestException;
import org.apache.cassandra.thrift.TokenRange;
import org.apache.thrift.TException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.ServersAddress;

/**
 * The nodes that receive operations, and the selection among them. A node to which connections fail
 * is skipped until a connection succeeds. The list follows changes to the ring.
 */
final class Nodes implements AutoCloseable {
  private static final Duration PROBE_PERIOD = Duration.ofMillis(200);
  private static final Duration RING_PERIOD = Duration.ofSeconds(5);

  private final ServersAddress address;
  private final Connector connector;
  private final Control control;
  private final LoadBalancing balancing;
  private final NodeSource source;
  private final String localDatacenter;
  private final Consumer<String> event;
  private final AtomicInteger turns = new AtomicInteger();
  private final List<Thread> watchers = new ArrayList<>();
  private volatile Topology topology;
  private volatile boolean closed;

  /**
   * The nodes at one point in time.
   *
   * @param learned true if the nodes come from the ring; false if they come from the target
   */
  private record Topology(List<Node> all, @Nullable Ring<?> ring, boolean learned) {}

  Nodes(
      ServersAddress address,
      Connector connector,
      Control control,
      SettingValues settings,
      Consumer<String> event) {
    this.address = address;
    this.connector = connector;
    this.control = control;
    this.event = event;
    balancing = settings.get(ThriftSettings.LOAD_BALANCING);
    source = settings.get(ThriftSettings.NODES);
    localDatacenter = settings.get(ThriftSettings.LOCAL_DATACENTER);
    topology =
        new Topology(
            address.servers().stream().map(host -> new Node(host, "", "")).toList(), null, false);
    control.ask(this::asked);
  }

  /**
   * The nodes for requests about the cluster: first those that are up, then those of the target.
   */
  private List<HostPort> asked() {
    return Stream.concat(
            topology.all().stream().filter(Node::isUp).map(Node::address),
            address.servers().stream())
        .distinct()
        .toList();
  }

  List<Node> all() {
    return topology.all();
  }

  /**
   * Returns the node for an operation of a session, or null if no node is up.
   *
   * @param key the key; null if there is none yet
   */
  @Nullable Node choose(int session, @Nullable ByteBuffer key) {
    Topology now = topology;
    Ring<?> ring = now.ring();
    if (ring != null && key != null) {
      Node replica = firstUp(ring.replicas(key), session);
      if (replica != null) {
        return replica;
      }
    }
    int first =
        balancing == LoadBalancing.ROUND_ROBIN && key != null ? turns.getAndIncrement() : session;
    return firstUp(now.all(), first);
  }

  /** Returns the node at a position. If it is down, the other nodes share its positions. */
  private static @Nullable Node firstUp(List<Node> nodes, int position) {
    Node own = nodes.get(Math.floorMod(position, nodes.size()));
    if (own.isUp()) {
      return own;
    }
    List<Node> up = nodes.stream().filter(Node::isUp).toList();
    return up.isEmpty()
        ? null
        : up.get(Math.floorMod(Math.floorDiv(position, nodes.size()), up.size()));
  }

  /** Marks a node as down until a connection to it succeeds. */
  void isDown(Node node) {
    if (node.change(false)) {
      tell(node, "is down");
    }
  }

  private void tell(Node node, String what) {
    if (!closed) {
      event.accept("node " + node + " " + what);
    }
  }

  /** Starts to check periodically for nodes that are up again, and for changes to the ring. */
  void watch() {
    watchers.add(every(PROBE_PERIOD, this::probe));
    watchers.add(every(RING_PERIOD, this::learnQuietly));
  }

  private Thread every(Duration period, Runnable work) {
    return Thread.ofVirtual()
        .name("cassandra-nodes")
        .start(() -> {
          try {
            while (!closed) {
              Thread.sleep(period);
              work.run();
            }
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
          }
        });
  }

  private void probe() {
    for (Node node : topology.all()) {
      if (!node.isUp() && !closed) {
        try {
          connector.connect(node.address()).close();
          if (node.change(true)) {
            tell(node, "is up");
          }
        } catch (IOException e) {
          // It is still down, and is probed again.
        }
      }
    }
  }

  private void learnQuietly() {
    if (topology.learned()) {
      try {
        learn();
      } catch (IOException | RuntimeException e) {
        // The known nodes remain in use, and the ring is read again later.
      }
    }
  }

  /** Reads the ring, if it has not been read yet and the keyspace exists. */
  void learnOnce() throws IOException {
    if (!topology.learned()) {
      learn();
    }
  }

  /**
   * Reads the ring of the keyspace.
   *
   * @throws IllegalArgumentException if the local datacenter has no nodes
   */
  private synchronized void learn() throws IOException {
    if (source == NodeSource.GIVEN
        && balancing != LoadBalancing.TOKEN_AWARE
        && localDatacenter.isEmpty()) {
      return;
    }
    List<TokenRange> ranges;
    String partitioner;
    try {
      ranges = control.any(client -> client.describe_ring(address.name()));
      partitioner = control.any(client -> client.describe_partitioner());
    } catch (InvalidRequestException e) {
      return; // there is no keyspace yet
    } catch (TException e) {
      throw Failures.unusable(address.toString(), e);
    }
    Topology before = topology;
    Map<String, Node> known = new TreeMap<>();
    before.all().forEach(node -> known.put(node.toString(), node));
    Topology fresh = topologyOf(ranges, partitioner, known);
    topology = fresh;
    if (before.learned()) {
      report(before.all(), fresh.all());
    }
  }

  private Topology topologyOf(
      List<TokenRange> ranges, String partitioner, Map<String, Node> known) {
    Map<String, Node> used = new TreeMap<>();
    Set<String> datacenters = new TreeSet<>();
    Map<String, List<Node>> byEnd = new TreeMap<>();
    for (TokenRange range : ranges) {
      List<Node> replicas = new ArrayList<>();
      for (int i = 0; i < range.getEndpointsSize(); i++) {
        Node node = node(range, i, known);
        datacenters.add(node.datacenter());
        if (isUsed(node)) {
          Node kept = used.computeIfAbsent(node.toString(), _ -> node);
          replicas.add(kept);
        }
      }
      if (!replicas.isEmpty()) {
        byEnd.put(range.getEnd_token(), replicas);
      }
    }
    if (used.isEmpty()) {
      throw new IllegalArgumentException(
          source == NodeSource.GIVEN
              ? "nodes: must be ring if no host of the target is in the ring, was 'given'"
              : "local-datacenter: must be a datacenter of the ring ("
                  + String.join(", ", datacenters)
                  + "), was '"
                  + localDatacenter
                  + "'");
    }
    Ring<?> ring = balancing == LoadBalancing.TOKEN_AWARE ? Ring.of(partitioner, byEnd) : null;
    return new Topology(List.copyOf(used.values()), ring, true);
  }

  private boolean isUsed(Node node) {
    return (localDatacenter.isEmpty() || localDatacenter.equals(node.datacenter()))
        && (source == NodeSource.RING || address.servers().contains(node.address()));
  }

  /**
   * Returns the node at a position of a range. A known node keeps its state and its connections.
   */
  private Node node(TokenRange range, int position, Map<String, Node> known) {
    String host = range.getEndpoints().get(position);
    if (range.isSetRpc_endpoints() && position < range.getRpc_endpointsSize()) {
      String clients = range.getRpc_endpoints().get(position);
      // A node that listens on all addresses does not report the address that clients use.
      host = clients.equals("0.0.0.0") || clients.isEmpty() ? host : clients;
    }
    HostPort its = new HostPort(host, portOf(host));
    String datacenter = "";
    String rack = "";
    if (range.isSetEndpoint_details() && position < range.getEndpoint_detailsSize()) {
      EndpointDetails details = range.getEndpoint_details().get(position);
      datacenter = String.valueOf(details.getDatacenter());
      rack = String.valueOf(details.getRack());
    }
    Node same = known.get(its.toString());
    return same != null && same.datacenter().equals(datacenter) && same.rack().equals(rack)
        ? same
        : new Node(its, datacenter, rack);
  }

  /**
   * Returns the port of the host in the target, or else of the target's first host, because the
   * ring has no ports.
   */
  private int portOf(String host) {
    return address.servers().stream()
        .filter(each -> each.host().equals(host))
        .findFirst()
        .orElse(address.servers().getFirst())
        .port();
  }

  private void report(List<Node> before, List<Node> now) {
    Set<String> gone = new TreeSet<>(before.stream().map(Node::toString).toList());
    for (Node node : now) {
      if (!gone.remove(node.toString())) {
        tell(node, "joined");
      }
    }
    for (Node node : before) {
      if (gone.contains(node.toString())) {
        tell(node, "left");
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    watchers.forEach(Thread::interrupt);
  }
}
