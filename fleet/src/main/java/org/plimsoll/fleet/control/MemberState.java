package org.plimsoll.fleet.control;

/** What a member does in a run. */
public enum MemberState {
  /** Takes no part, but keeps a mirror of it. */
  FOLLOWING,
  /** Opens the target and connects. */
  PREPARING,
  /** Ready to fill and to start, with a measured clock. */
  READY,
  /** Knows the instant of the start; sends while it has the right. */
  RUNNING,
  /** Everything that it has sent is answered or given up, its last second is complete. */
  ENDED,
  /** Cannot take part; the reason is in the beat. */
  CANNOT_START,
  /**
   * Its load failed after the start; the reason is in the beat, and its last second is complete.
   */
  FAILED,
  /** Stopped by a kill. */
  KILLED;

  /** Whether its generator has a part in the run. */
  boolean takesPart() {
    return this == PREPARING || this == READY || this == RUNNING;
  }

  /** Whether its generator has started, and sends nothing any more. */
  boolean hasEnded() {
    return this == ENDED || this == FAILED;
  }
}
