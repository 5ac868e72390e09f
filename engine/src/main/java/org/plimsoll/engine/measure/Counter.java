package org.plimsoll.engine.measure;

/** What is counted of each operation type. */
public enum Counter {
  SCHEDULED,
  SUCCEEDED,
  NOT_FOUND,
  FAILED,
  TIMED_OUT,
  NOT_SENT,
  SHED,
  UNFINISHED,
  ITEMS,
  ATTEMPTS,
  BYTES
}
