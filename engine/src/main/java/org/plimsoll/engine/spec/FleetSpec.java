package org.plimsoll.engine.spec;

import java.util.List;
import java.util.Map;

/**
 * The placement of a run in a fleet, and its reaction to failing nodes.
 *
 * @param nodes the nodes on which the run is placed, including those that join later; empty for
 *     every node
 */
public record FleetSpec(List<Scope> nodes, CannotStart cannotStart, Loss loss) {
  /** The reaction to a node that cannot start. */
  public enum CannotStart {
    /** The run fails. */
    STOP,
    /** The other nodes take over its share. */
    CONTINUE
  }

  /** The reaction to a node that is lost, or whose load fails, after the start. */
  public enum Loss {
    /** The other nodes take over its share. */
    REDISTRIBUTE,
    /** Its share is not sent until the node returns. */
    DEGRADE,
    /** The run stops. */
    STOP
  }

  /** Copies the list of nodes. */
  public FleetSpec {
    nodes = List.copyOf(nodes);
  }

  /** Whether a run is placed on a node. */
  public static boolean isPlaced(List<Scope> nodes, String id, Map<String, String> labels) {
    return nodes.isEmpty() || nodes.stream().anyMatch(each -> each.contains(id, labels));
  }
}
