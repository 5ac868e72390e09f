package org.plimsoll.engine.spec;

import java.util.List;
import java.util.Map;

/**
 * Where a run of a fleet takes place, and what it does when nodes fail.
 *
 * @param nodes on which it is placed, also those that join later; empty for every node
 */
public record FleetSpec(List<Scope> nodes, CannotStart cannotStart, Loss loss) {
  /** What happens when a node cannot start. */
  public enum CannotStart {
    /** The run fails. */
    STOP,
    /** The others take its share. */
    CONTINUE
  }

  /** What happens when a node is lost, or its load fails, after the start. */
  public enum Loss {
    /** The others take its share. */
    REDISTRIBUTE,
    /** Its share is not sent until it comes back. */
    DEGRADE,
    /** The run stops. */
    STOP
  }

  /** Copies the nodes. */
  public FleetSpec {
    nodes = List.copyOf(nodes);
  }

  /** Whether a node is one of those on which a run is placed. */
  public static boolean isPlaced(List<Scope> nodes, String id, Map<String, String> labels) {
    return nodes.isEmpty() || nodes.stream().anyMatch(each -> each.contains(id, labels));
  }
}
