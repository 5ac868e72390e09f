package org.plimsoll.analysis.consistency;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The stored writes to one key, approximately in the order in which they were sent. A write is
 * identified by its position, which is valid until the next {@link #add}. Not thread-safe.
 *
 * <p>When memory is full, the writes that were acknowledged first are forgotten. Only their number
 * and the latest of their ends are kept.
 */
final class KeyWrites {
  /** The end of a write that is in flight. */
  static final long OPEN = Long.MAX_VALUE;

  /** The end of a write that failed or was abandoned. */
  static final long UNKNOWN = Long.MAX_VALUE - 1;

  /** The number of a client that is not followed. */
  static final int NO_CLIENT = -1;

  /** The position of a write that is not stored. */
  static final int NONE = -1;

  private static final int INITIAL_ENTRIES = 8;
  private static final int MAXIMUM_ENTRIES = 256;
  private static final int WORDS = 6;
  private static final int ID = 0;
  private static final int START = 1;
  private static final int ACK = 2;
  private static final int CLIENT = 3;
  private static final int FOLLOWS = 4;
  private static final int FOLLOWS_START = 5;
  private static final long ABSENCE = 1L << 32;

  private final AtomicInteger entriesLeft;
  private long[] words = new long[INITIAL_ENTRIES * WORDS];
  private int size;
  private long forgottenAck = -1;
  private int forgotten;
  private boolean incomplete;

  /**
   * Creates an empty list.
   *
   * @param entriesLeft number of further writes that all keys together may store, besides the first
   *     writes of each key
   */
  KeyWrites(AtomicInteger entriesLeft) {
    this.entriesLeft = entriesLeft;
  }

  /** Stores a write that is about to be sent; returns {@link #NONE} if memory is full. */
  int add(long id, long startNanos, int client, boolean deletes) {
    if (size * WORDS == words.length && !grow() && !forgetOlderHalf() && !forgetOne()) {
      incomplete = true;
      return NONE;
    }
    int at = size++ * WORDS;
    words[at + ID] = id;
    words[at + START] = startNanos;
    words[at + ACK] = OPEN;
    words[at + CLIENT] = (client & 0xffff_ffffL) | (deletes ? ABSENCE : 0);
    words[at + FOLLOWS] = 0;
    words[at + FOLLOWS_START] = 0;
    return size - 1;
  }

  /** Returns the number of stored writes; positions are below it. */
  int size() {
    return size;
  }

  long id(int write) {
    return words[write * WORDS + ID];
  }

  /** Returns the time just before a write was sent. */
  long start(int write) {
    return words[write * WORDS + START];
  }

  /** Returns the time just after a write was acknowledged, {@link #OPEN} or {@link #UNKNOWN}. */
  long ack(int write) {
    return words[write * WORDS + ACK];
  }

  void ends(int write, long ackNanos) {
    words[write * WORDS + ACK] = ackNanos;
  }

  /** Returns the client that sent a write; negative if the client is not followed. */
  int client(int write) {
    return (int) words[write * WORDS + CLIENT];
  }

  /**
   * Returns the id of the write that the client had read before it sent a write; 0 if it had read
   * none.
   */
  long follows(int write) {
    return words[write * WORDS + FOLLOWS];
  }

  long followsStart(int write) {
    return words[write * WORDS + FOLLOWS_START];
  }

  void follows(int write, long id, long startNanos) {
    words[write * WORDS + FOLLOWS] = id;
    words[write * WORDS + FOLLOWS_START] = startNanos;
  }

  /** Returns the position of a write, or {@link #NONE}. */
  int find(long id) {
    for (int write = size - 1; write >= 0; write--) {
      if (id(write) == id) {
        return write;
      }
    }
    return NONE;
  }

  /** Returns the latest delete that a read without a row may have seen, or {@link #NONE}. */
  int absence(long endNanos) {
    int latest = NONE;
    for (int write = 0; write < size; write++) {
      boolean deletes = (words[write * WORDS + CLIENT] & ABSENCE) != 0;
      if (deletes && start(write) <= endNanos && (latest < 0 || ack(write) > ack(latest))) {
        latest = write;
      }
    }
    return latest;
  }

  /** Returns the number of forgotten acknowledged writes. */
  int forgotten() {
    return forgotten;
  }

  /** Returns when the last of the forgotten writes was acknowledged; -1 if there are none. */
  long forgottenAck() {
    return forgottenAck;
  }

  /** Returns whether a write that may still take effect could not be stored. */
  boolean isIncomplete() {
    return incomplete;
  }

  private boolean grow() {
    int entries = words.length / WORDS;
    if (entries >= MAXIMUM_ENTRIES || entriesLeft.addAndGet(-entries) < 0) {
      return false;
    }
    words = Arrays.copyOf(words, words.length * 2);
    return true;
  }

  /**
   * Forgets the writes that are certainly older than the middle one. It forgets many at once, so
   * that the average cost of a write is constant.
   */
  private boolean forgetOlderHalf() {
    long middleStart = start(size / 2);
    int kept = 0;
    for (int write = 0; write < size; write++) {
      if (ack(write) < middleStart) {
        forget(write);
      } else {
        System.arraycopy(words, write * WORDS, words, kept * WORDS, WORDS);
        kept++;
      }
    }
    boolean any = kept < size;
    size = kept;
    return any;
  }

  /** Forgets the write that was acknowledged first, or else a failed one. */
  private boolean forgetOne() {
    int oldest = NONE;
    int failed = NONE;
    for (int write = 0; write < size; write++) {
      if (ack(write) < UNKNOWN) {
        oldest = oldest < 0 || ack(write) < ack(oldest) ? write : oldest;
      } else if (ack(write) == UNKNOWN && failed < 0) {
        failed = write;
      }
    }
    if (oldest >= 0) {
      forget(oldest);
      remove(oldest);
      return true;
    }
    if (failed >= 0) {
      incomplete = true;
      remove(failed);
      return true;
    }
    return false;
  }

  private void forget(int write) {
    forgottenAck = Math.max(forgottenAck, ack(write));
    forgotten++;
  }

  private void remove(int write) {
    int at = write * WORDS;
    System.arraycopy(words, at + WORDS, words, at, (size - 1) * WORDS - at);
    size--;
  }
}
