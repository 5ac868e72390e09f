package org.plimsoll.analysis.consistency;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The first operations on followed keys, in the order in which they ended, up to a fixed number.
 * Each takes 64 bytes, allocated in pieces when first needed. Recording takes no lock.
 */
final class OperationHistory {
  private static final int WORDS = 8;
  private static final int PIECE = 1 << 12;

  private final int capacity;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReferenceArray<long[]> pieces;

  /** Type and outcome of an operation. */
  enum Kind {
    /** A write that was acknowledged. */
    WRITE,
    /** A write that failed or was abandoned. */
    UNKNOWN_WRITE,
    /** A read that returned a write of this run. */
    READ,
    /** A read that returned the initial value. */
    READ_INITIAL
  }

  /**
   * One operation on one key.
   *
   * @param process executes one operation after another
   * @param client the client of the session
   * @param write the write, or the write that a read returned; 0 for the initial value
   * @param endNanos {@link KeyWrites#OPEN} if it is unknown
   */
  record Entry(
      Kind kind, long key, long process, int client, long write, long startNanos, long endNanos) {
    boolean isWrite() {
      return kind == Kind.WRITE || kind == Kind.UNKNOWN_WRITE;
    }
  }

  OperationHistory(int capacity) {
    this.capacity = capacity;
    pieces = new AtomicReferenceArray<>(Math.max(1, (capacity + PIECE - 1) / PIECE));
  }

  /** Records an operation, unless the history is full. */
  void add(
      Kind kind, long key, long process, int client, long write, long startNanos, long endNanos) {
    if (next.getPlain() >= capacity) {
      return;
    }
    int index = next.getAndIncrement();
    if (index >= capacity) {
      next.set(capacity);
      return;
    }
    long[] piece = piece(index / PIECE);
    int at = index % PIECE * WORDS;
    piece[at] = kind.ordinal() + 1L;
    piece[at + 1] = key;
    piece[at + 2] = process;
    piece[at + 3] = client;
    piece[at + 4] = write;
    piece[at + 5] = startNanos;
    piece[at + 6] = endNanos;
  }

  private long[] piece(int number) {
    long[] known = pieces.getAcquire(number);
    if (known == null) {
      pieces.compareAndSet(number, null, new long[PIECE * WORDS]);
      known = pieces.getAcquire(number);
    }
    return known;
  }

  /** Returns whether operations were not recorded because the history was full. */
  boolean isFull() {
    return next.get() >= capacity;
  }

  /** Returns the recorded operations; call it when recording has ended. */
  List<Entry> entries() {
    int size = Math.min(next.get(), capacity);
    List<Entry> entries = new ArrayList<>(size);
    for (int index = 0; index < size; index++) {
      long[] piece = piece(index / PIECE);
      int at = index % PIECE * WORDS;
      if (piece[at] > 0) {
        entries.add(
            new Entry(
                Kind.values()[(int) piece[at] - 1],
                piece[at + 1],
                piece[at + 2],
                (int) piece[at + 3],
                piece[at + 4],
                piece[at + 5],
                piece[at + 6]));
      }
    }
    return entries;
  }
}
