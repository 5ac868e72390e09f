package org.plimsoll.fleet;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A node of the fleet, as another node sees it.
 *
 * @param address host and port on which the nodes connect to each other; null for a fleet of one
 * @param since start of the current state, by the clock of the observing node
 * @param isCoordinator whether this node runs the coordinator
 * @param status last status of the node; null before its first answer
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
    /** A node that is known but not yet a member. */
    JOINING,
    /** A member that answers. */
    UP,
    /** A member that does not answer, and may answer again. */
    UNREACHABLE,
    /** A member that is leaving, because it was drained or stopped. */
    LEAVING,
    /** A former member: it left, or was unreachable for too long. */
    REMOVED
  }
}
