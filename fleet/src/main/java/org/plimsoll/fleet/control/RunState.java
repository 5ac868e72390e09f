package org.plimsoll.fleet.control;

/** The states of a run of the fleet. The journal contains an entry for each state change. */
public enum RunState {
  /** Members open the target and connect. */
  PREPARING,
  /** Members write the rows that the coordinator grants. */
  FILLING,
  /** All nodes are ready and know the instant of the start. */
  RUNNING,
  /** No new operations are sent; members wait for operations in flight. */
  DRAINING,
  /** The run ended as planned, or was stopped. */
  FINISHED,
  /** The run could not start, or a policy ended it before it had started. */
  FAILED,
  /** The run was ended by a kill. */
  KILLED;

  /** Whether this is a final state. */
  public boolean isEnd() {
    return this == FINISHED || this == FAILED || this == KILLED;
  }
}
