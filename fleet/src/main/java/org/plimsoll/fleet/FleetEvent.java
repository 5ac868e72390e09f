package org.plimsoll.fleet;

import java.time.Instant;

/**
 * A membership change, as observed by one node.
 *
 * @param at time by the clock of the observing node
 * @param node name of the changed node
 */
public record FleetEvent(Instant at, String node, Kind kind) {
  /** The kinds of changes. */
  public enum Kind {
    /** The node is a member and answers. */
    UP,
    /** The node does not answer. */
    UNREACHABLE,
    /** The node is leaving, because it was drained or stopped. */
    LEAVING,
    /** The node is no longer a member. */
    REMOVED,
    /** The node now runs the coordinator. */
    COORDINATOR
  }
}
