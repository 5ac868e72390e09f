package org.plimsoll.engine.measure;

/** What is counted of each operation type. */
public enum Counter {
  SCHEDULED,
  SUCCEEDED,
  NOT_FOUND,
  /** Of those that succeeded, the ones that the client keeps still, to send them with others. */
  BUFFERED,
  FAILED,
  TIMED_OUT,
  NOT_SENT,
  SHED,
  UNFINISHED,
  /** Answered by the tool itself, in place of a cache in front of the target; not scheduled. */
  CLIENT_CACHED,
  ITEMS,
  ATTEMPTS,
  BYTES
}
