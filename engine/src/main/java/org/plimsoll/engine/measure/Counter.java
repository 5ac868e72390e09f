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
  BYTES
}
