package org.plimsoll.fleet.control;

/** States of a run of the fleet. The journal has one entry for each change. */
public enum RunState {
  /** Members open the target and connect. */
  PREPARING,
  /** Members write the rows that the coordinator grants. */
  FILLING,
  /** All nodes are ready and know the instant of the start. */
  RUNNING,
  /** No new operations; members wait for the answers of those in flight. */
  DRAINING,
  /** Ended as planned or by a stop. */
  FINISHED,
  /** Could not start, or was stopped by a policy before it had started. */
  FAILED,
  /** Ended by a kill. */
  KILLED;

  /** Whether this is a final state. */
  public boolean isEnd() {
    return this == FINISHED || this == FAILED || this == KILLED;
  }
}
