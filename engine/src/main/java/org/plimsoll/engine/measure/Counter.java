package org.plimsoll.engine.measure;

/** The counters of an operation type. */
public enum Counter {
  SCHEDULED,
  SUCCEEDED,
  NOT_FOUND,
  /** Succeeded operations that the client has buffered and not yet sent. */
  BUFFERED,
  FAILED,
  TIMED_OUT,
  NOT_SENT,
  SHED,
  UNFINISHED,
  /** Operations answered by the simulated client cache, which are not scheduled. */
  CLIENT_CACHED,
  ITEMS,
  ATTEMPTS,
  /** Bytes of the answers that arrived in the phase, and of those that arrived after its end. */
  BYTES,
  /** The bytes of those answers that arrived after the end. */
  DRAINED_BYTES,
  /**
   * The balance between phases: answers in time that arrived in this phase for operations of other
   * phases, minus answers for operations of this phase that arrived in other phases.
   */
  MOVED,
  /** Answers in time that arrived after the end of the last phase. */
  DRAINED,
  /** Answers after the deadline, in the phase in which they arrived. */
  LATE,
  /** Answers after the deadline and after the end of the last phase. */
  DRAINED_LATE,
  /** Scheduled operations that waited, or were shed, because of the in-flight bound. */
  AT_BOUND,
  /** Scheduled operations that waited, or were shed, because every session was busy. */
  WITHOUT_SESSION,
  /**
   * The operations of {@link #NOT_SENT} that the generator had no right to send. The right had
   * ended, or the generator gained the operations later or learned of them too late. Only in a
   * fleet.
   */
  WITHOUT_RIGHT
}
