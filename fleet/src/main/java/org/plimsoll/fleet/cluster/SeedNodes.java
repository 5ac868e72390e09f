package org.plimsoll.fleet.cluster;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
   * Makes a node join through seeds. Has no effect on a node that is already a member. If a
   * discovery has found only this node, it waits first, since other nodes may be starting at the
   * same time.
   */
  void join(RunningNode node, List<NodeAddress> seeds) {
    if (settings.isDiscovered() && seeds.equals(alone())) {
      var _ =
          node.system()
              .scheduler()
              .scheduleOnce(
                  ALONE_MARGIN,
                  () -> node.tell(new NodeCommand.Join(found)),
                  node.system().executionContext());
    } else {
      node.tell(new NodeCommand.Join(seeds));
    }
  }

  /**
   * Returns the nodes through which to join again: the given members and the seeds, without this
   * node. The first one ran the coordinator. It is the oldest member, so it is part of what remains
   * of the fleet in most cases.
   */
  List<NodeAddress> others(List<FleetNode> members) {
    Set<NodeAddress> others = new LinkedHashSet<>();
    members.stream()
        .sorted(Comparator.comparing(FleetNode::isCoordinator).reversed())
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
