package org.plimsoll.fleet;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A node of the fleet, as another node sees it.
 *
 * @param address host and port on which the nodes connect to each other; null for a fleet of one
 * @param since since when it has this state, by the clock of the node that sees it
 * @param isCoordinator whether the coordinator of the fleet runs on it
 * @param status its last answer; null when it has not answered
 */
public record FleetNode(
    NodeIdentity identity,
    @Nullable String address,
    State state,
    Instant since,
    boolean isCoordinator,
    @Nullable NodeStatus status) {
  /** The membership of a node. */
  public enum State {
    /** Known, and not a member yet. */
    JOINING,
    /** A member that answers. */
    UP,
    /** A member that does not answer, and may answer again. */
    UNREACHABLE,
    /** A member that is leaving, since it was drained or stopped. */
    LEAVING,
    /** No longer a member: it left, or it was unreachable for too long. */
    REMOVED
  }
}
