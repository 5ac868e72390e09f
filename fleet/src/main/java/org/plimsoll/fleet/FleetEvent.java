package org.plimsoll.fleet;

import java.time.Instant;

/**
 * A change of the membership, as one node has seen it.
 *
 * @param at by the clock of that node
 * @param node the name of the node that has changed
 */
public record FleetEvent(Instant at, String node, Kind kind) {
  /** What has happened to a node. */
  public enum Kind {
    /** It is a member, and answers. */
    UP,
    /** It does not answer. */
    UNREACHABLE,
    /** It leaves: it was drained or stopped. */
    LEAVING,
    /** It is no longer a member. */
    REMOVED,
    /** The coordinator runs on it from now on. */
    COORDINATOR
  }
}
