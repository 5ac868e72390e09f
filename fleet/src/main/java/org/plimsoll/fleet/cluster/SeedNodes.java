package org.plimsoll.fleet.cluster;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.typed.ActorSystem;
import org.apache.pekko.cluster.typed.Cluster;
import org.apache.pekko.cluster.typed.JoinSeedNodes;
import org.plimsoll.fleet.FleetNode;
import org.plimsoll.fleet.FleetView;

/** The nodes through which this node joins. Thread-safe. */
final class SeedNodes {
  /**
   * How long a node waits for other nodes before it forms a fleet, if the discovery has found only
   * this node.
   */
  private static final Duration ALONE_MARGIN = Duration.ofSeconds(3);

  private final ClusterSettings settings;

  /** The nodes of the latest discovery, including this one; the seeds if there is no discovery. */
  private volatile List<NodeAddress> found;

  SeedNodes(ClusterSettings settings) {
    this.settings = settings;
    this.found = settings.seeds();
  }

  void found(List<NodeAddress> nodes) {
    found = List.copyOf(nodes);
  }

  List<NodeAddress> found() {
    return found;
  }

  /** Returns the seeds of the first start; only this node if there are none. */
  List<NodeAddress> first() {
    return settings.seeds().isEmpty() ? alone() : settings.seeds();
  }

  private List<NodeAddress> alone() {
    return List.of(settings.address());
  }

  /**
   * Joins through seeds. Has no effect on a node that is already a member. If a discovery has found
   * only this node, it waits first, since other nodes may be starting at the same time.
   */
  void join(ActorSystem<?> system, List<NodeAddress> seeds) {
    if (settings.isDiscovered() && seeds.equals(alone())) {
      var _ =
          system
              .scheduler()
              .scheduleOnce(ALONE_MARGIN, () -> joinNow(system, found), system.executionContext());
    } else {
      joinNow(system, seeds);
    }
  }

  private static void joinNow(ActorSystem<?> system, List<NodeAddress> seeds) {
    Cluster cluster = Cluster.get(system);
    List<Address> addresses =
        seeds.stream()
            .map(seed ->
                new Address(
                    cluster.selfMember().address().protocol(),
                    ClusterConfig.SYSTEM,
                    seed.host(),
                    seed.port()))
            .toList();
    cluster.manager().tell(new JoinSeedNodes(addresses));
  }

  /**
   * Returns the nodes through which to join again: all known nodes and the seeds, without this
   * node. A disconnected node sees all others as removed.
   */
  List<NodeAddress> others(FleetView last) {
    Set<NodeAddress> others = new LinkedHashSet<>();
    last.nodes().stream()
        .map(FleetNode::address)
        .filter(Objects::nonNull)
        .map(address -> NodeAddress.parse("address", address))
        .forEach(others::add);
    others.addAll(found);
    others.remove(settings.address());
    return List.copyOf(others);
  }

  /** Returns a node of another fleet, and further nodes that may belong to that fleet. */
  List<NodeAddress> through(NodeAddress to, FleetView last) {
    Set<NodeAddress> all = new LinkedHashSet<>(List.of(to));
    all.addAll(found);
    last.nodes().forEach(node -> all.removeIf(each -> each.toString().equals(node.address())));
    all.remove(settings.address());
    return List.copyOf(all);
  }
}
