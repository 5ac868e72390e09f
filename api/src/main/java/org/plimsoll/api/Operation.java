package org.plimsoll.api;

/**
 * One operation that a session executes. It is prepared in full before the clock starts. The object
 * is reused: a driver keeps no reference to it, its keys or its rows after the operation has
 * completed.
 */
public interface Operation {
  OperationType type();

  /** Returns the number of items: 1, or the size of a bulk. */
  int size();

  /**
   * Returns the key of item {@code index}, 0 ≤ index &lt; {@link #size}; for a scan, the first key.
   */
  Key key(int index);

  /**
   * Returns the row of item {@code index}, if the operation's type has {@linkplain
   * OperationType#row rows}.
   */
  Row row(int index);

  /** Returns the number of rows that a scan requests. */
  int scanLength();

  /**
   * Returns the deadline on {@link Timeline#nanoTime}. An operation whose answer arrives later has
   * timed out. The answer still counts as throughput of the target, so a driver reports it as well.
   */
  long deadlineNanos();

  /**
   * Returns the operation's number in the sequence of its load, from 0; −1 for an operation outside
   * a sequence. With the same seed, operation {@code index} is the same on one generator and in a
   * fleet, which sends each operation once. Each operation with its own rate has its own sequence.
   * The steps of a transaction have the same number. In a fill, it is the position of the key.
   */
  default long index() {
    return -1;
  }

  /**
   * Returns the operation's place in a transaction. The steps of one transaction go to the same
   * session, one after the other. A step that fails or times out is the last one.
   */
  default Place place() {
    return Place.ALONE;
  }

  /** A place in a transaction. */
  enum Place {
    /** The operation is not part of a transaction. */
    ALONE,
    /**
     * The first step. If the session still has an open transaction, that transaction was abandoned.
     */
    FIRST,
    /** A step after another one; if it succeeds, a further step follows. */
    MIDDLE,
    /** The last step of the transaction. */
    LAST;

    /**
     * Returns true if the previous operation of this session was a step of the same transaction.
     */
    public boolean continues() {
      return this == MIDDLE || this == LAST;
    }

    /** Returns true if another step of the same transaction follows when this one succeeds. */
    public boolean hasNext() {
      return this == FIRST || this == MIDDLE;
    }
  }

  /** Returns the key of the only item. */
  default Key key() {
    return key(0);
  }

  /** Returns the row of the only item. */
  default Row row() {
    return row(0);
  }
}
