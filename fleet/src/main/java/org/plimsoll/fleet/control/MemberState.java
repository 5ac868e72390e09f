package org.plimsoll.fleet.control;

/** The state of a member in a run. */
public enum MemberState {
  /** The member is not in the run, but stores a mirror of it. */
  FOLLOWING,
  /** The member opens the target and connects. */
  PREPARING,
  /** The member is ready to fill and to start, with a measured clock. */
  READY,
  /** The member knows the instant of the start, and sends while it holds a lease. */
  RUNNING,
  /** The member's operations have all ended, and its last one-second result is complete. */
  ENDED,
  /** The member cannot start; the reason is in the heartbeat. */
  CANNOT_START,
  /**
   * The member's load failed after the start; the reason is in the heartbeat, and its last
   * one-second result is complete.
   */
  FAILED,
  /** The member was stopped by a kill. */
  KILLED;

  /** Whether the generator is in the run. */
  boolean takesPart() {
    return this == PREPARING || this == READY || this == RUNNING;
  }

  /** Whether the generator has started and has stopped sending. */
  boolean hasEnded() {
    return this == ENDED || this == FAILED;
  }
}
