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

  /** The key of the only item. */
  default Key key() {
    return key(0);
  }

  /** The row of the only item. */
  default Row row() {
    return row(0);
  }
}
