package org.plimsoll.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fleet as one of its nodes sees it.
 *
 * @param name the name of the fleet; null for a fleet of one
 * @param self the name of the node that sees it
 * @param protocol the version of the messages between nodes, which must be the same on all nodes
 * @param nodes the nodes in the order of their names, with those that were removed lately
 * @param events the last changes of the membership that the node has seen, in order
 */
public record FleetView(
    @Nullable String name,
    String self,
    Phase phase,
    int protocol,
    List<FleetNode> nodes,
    List<FleetEvent> events) {
  /** How far a node is with joining. */
  public enum Phase {
    /** It serves alone: it was started without a fleet. */
    ALONE,
    /** It waits for the first answer of a seed. */
    JOINING,
    /** It is a member. */
    JOINED,
    /** It was cut off and removed, and joins again. */
    REJOINING,
    /** It was drained, and serves alone. */
    LEFT,
    /** The fleet has refused it. */
    REFUSED
  }

  public FleetView {
    nodes = List.copyOf(nodes);
    events = List.copyOf(events);
  }

  /** The node on which the coordinator runs; null when it is not known. */
  public @Nullable String coordinator() {
    return nodes.stream()
        .filter(FleetNode::isCoordinator)
        .map(node -> node.identity().name())
        .findFirst()
        .orElse(null);
  }
}
