package org.plimsoll.fleet.control;

/** The state of a member in a run. */
public enum MemberState {
  /** Not in the run, but stores a mirror of it. */
  FOLLOWING,
  /** Opens the target and connects. */
  PREPARING,
  /** Ready to fill and to start, with a measured clock. */
  READY,
  /** Knows the instant of the start, and sends while it holds a lease. */
  RUNNING,
  /** All its operations have ended, and its last one-second result is complete. */
  ENDED,
  /** Cannot start; the reason is in the heartbeat. */
  CANNOT_START,
  /**
   * Its load failed after the start; the reason is in the heartbeat, and its last one-second result
   * is complete.
   */
  FAILED,
  /** Stopped by a kill. */
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
