package org.plimsoll.engine.workload;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Positions of keys that no operation has used yet, each given out once. It outlives a change of
 * the workload, so that a changed one does not insert the same keys again. Safe for use by several
 * threads.
 */
public final class KeySequence {
  private final AtomicLong next;

  /** Starts behind the keys that exist already. */
  public KeySequence(long keys) {
    if (keys < 0) {
      throw new IllegalArgumentException("a key sequence starts at 0 or above, was " + keys);
    }
    next = new AtomicLong(keys);
  }

  /** The position of a new key, counted from the workload's first key. */
  public long next() {
    return next.getAndIncrement();
  }

  /** Keys that exist or have been given out. */
  public long size() {
    return next.get();
  }
}
