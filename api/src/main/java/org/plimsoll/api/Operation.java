package org.plimsoll.api;

/**
 * One request, complete before it is timed. The object is reused: a driver keeps no reference to
 * it, its keys or its rows once the operation has completed.
 */
public interface Operation {
  OperationType type();

  /** Number of items: 1, or the size of a bulk. */
  int size();

  /** The key of item {@code index}, 0 ≤ index &lt; {@link #size}; for a scan, the first key. */
  Key key(int index);

  /** The row of item {@code index}, of an operation whose type {@linkplain OperationType#row}. */
  Row row(int index);

  /** How many rows a scan asks for. */
  int scanLength();

  /** The instant on {@link Timeline#nanoTime} after which nobody waits for the answer. */
  long deadlineNanos();

  /**
   * The operation's place in a transaction. The steps of one transaction go to the same session,
   * one after the other; a step that does not succeed, or not in time, is the last that comes.
   */
  default Place place() {
    return Place.ALONE;
  }

  /** A place in a transaction. */
  enum Place {
    /** The operation is not part of a transaction. */
    ALONE,
    /** The first step: whatever transaction the session has open was given up. */
    FIRST,
    /** A step that follows another, and is followed by one if it succeeds. */
    MIDDLE,
    /** The last step: no other one follows. */
    LAST;

    /** Whether an earlier step of the same transaction went to the same session just before. */
    public boolean continues() {
      return this == MIDDLE || this == LAST;
    }

    /** Whether another step of the same transaction follows if this one succeeds. */
    public boolean hasNext() {
      return this == FIRST || this == MIDDLE;
    }
  }

  /** The key of the only item. */
  default Key key() {
    return key(0);
  }

  /** The row of the only item. */
  default Row row() {
    return row(0);
  }
}
