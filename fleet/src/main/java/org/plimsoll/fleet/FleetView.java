package org.plimsoll.fleet;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fleet, as observed by one of its nodes.
 *
 * @param name the name of the fleet; null for a fleet of one
 * @param self name of the observing node
 * @param protocol the version of the messages between nodes, which must be the same on all nodes
 * @param nodes the nodes in the order of their names, including recently removed nodes
 * @param events the last membership changes that the node has seen, in order
 */
public record FleetView(
    @Nullable String name,
    String self,
    Phase phase,
    int protocol,
    List<FleetNode> nodes,
    List<FleetEvent> events) {
  /** The progress of a node that joins a fleet. */
  public enum Phase {
    /** The node was started without a fleet. */
    ALONE,
    /** The node waits for the first seed to answer. */
    JOINING,
    /** The node is a member. */
    JOINED,
    /** The node was disconnected and removed, and is rejoining. */
    REJOINING,
    /** The node was drained and is now a single server. */
    LEFT,
    /** The fleet rejected the node. */
    REFUSED
  }

  public FleetView {
    nodes = List.copyOf(nodes);
    events = List.copyOf(events);
  }

  /** Returns the name of the node that runs the coordinator; null if it is unknown. */
  public @Nullable String coordinator() {
    return nodes.stream()
        .filter(FleetNode::isCoordinator)
        .map(node -> node.identity().name())
        .findFirst()
        .orElse(null);
  }
}
