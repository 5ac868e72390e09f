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
  /** Stopped by a kill. */
  KILLED
}
