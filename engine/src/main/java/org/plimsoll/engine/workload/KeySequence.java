package org.plimsoll.engine.workload;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Positions of keys that no operation has used yet, each given out once, and which of them exist by
 * now. It outlives a change of the workload, so that a changed one does not insert the same keys
 * again. Safe for use by several threads.
 *
 * <p>Inserts end in any order. All positions below {@link #end} have ended; those of them that
 * failed are holes. Only what has ended out of order and the holes are remembered: a bit each for
 * the former, a range for each stretch of the latter. Were there more than {@value #MAX_HOLES}
 * stretches, the oldest would be forgotten, and with it the keys before it: {@link #start} moves
 * behind it. So memory is flat, and a key of this range that is no hole surely exists.
 */
public final class KeySequence {
  private static final int MAX_HOLES = 4_096;
  private static final int INITIAL_WORDS = 64;

  private final AtomicLong next;

  // A ring of bits, one for each position from the end on: whether it has ended, whether it is
  // missing. Guarded by the monitor, as are the holes.
  private long[] ended = new long[INITIAL_WORDS];
  private long[] missing = new long[INITIAL_WORDS];

  /** Of each stretch: from, to (exclusive), how many are missing before it. In a ring. */
  private final long[] holes = new long[3 * MAX_HOLES];

  private long firstHole;
  private long endOfHoles;
  private long missingAtStart;
  private volatile long missingCount;
  private volatile long start;
  private volatile long end;

  /** Starts behind the keys that exist already. */
  public KeySequence(long keys) {
    if (keys < 0) {
      throw new IllegalArgumentException("a key sequence starts at 0 or above, was " + keys);
    }
    next = new AtomicLong(keys);
    end = keys;
  }

  /** The position of a new key, counted from the workload's first key. */
  public long next() {
    return next.getAndIncrement();
  }

  /** Keys that exist or have been given out. */
  public long size() {
    return next.get();
  }

  /** The first position of those that are known. */
  long start() {
    return start;
  }

  /** Behind the last position below which every insert has ended. */
  long end() {
    return end;
  }

  /** How many of the keys from start to end exist. */
  long existing() {
    if (missingCount == 0) {
      return end;
    }
    synchronized (this) {
      return end - start - (missingCount - missingAtStart);
    }
  }

  /** The position of the key that so many keys are newer than, or -1 when there are no so many. */
  long newest(long rank) {
    long seen = end;
    if (missingCount == 0) { // in this order: what is missing before the end is noted before it
      return seen - 1 - rank; // below 0 when there are fewer
    }
    synchronized (this) {
      long index = end - start - (missingCount - missingAtStart) - 1 - rank;
      if (index < 0) {
        return -1;
      }
      // The last hole that has at most so many keys before it.
      long low = firstHole;
      long high = endOfHoles - 1;
      while (low <= high) {
        long middle = (low + high) >>> 1;
        int at = slot(middle);
        if (holes[at] - start - (holes[at + 2] - missingAtStart) <= index) {
          low = middle + 1;
        } else {
          high = middle - 1;
        }
      }
      if (high < firstHole) {
        return start + index;
      }
      int at = slot(high);
      long missing = holes[at + 2] + holes[at + 1] - holes[at] - missingAtStart;
      return start + index + missing;
    }
  }

  /** Notes that an insert has ended: the key exists from now on, or may be missing. */
  void ended(long position, boolean exists) {
    synchronized (this) {
      if (position < end) {
        return;
      }
      while (position - end >= (long) ended.length * Long.SIZE) {
        grow();
      }
      set(ended, position);
      if (!exists) {
        set(missing, position);
      }
      long at = end;
      while (isSet(ended, at)) {
        clear(ended, at);
        if (isSet(missing, at)) {
          clear(missing, at);
          addHole(at);
        }
        at++;
      }
      end = at;
    }
  }

  private void addHole(long position) {
    long before = missingCount;
    missingCount = before + 1;
    long count = endOfHoles;
    if (count > firstHole && holes[slot(count - 1) + 1] == position) {
      holes[slot(count - 1) + 1]++;
      return;
    }
    if (count - firstHole == MAX_HOLES) {
      int oldest = slot(firstHole);
      missingAtStart = holes[oldest + 2] + holes[oldest + 1] - holes[oldest];
      start = holes[oldest + 1];
      firstHole++;
    }
    int at = slot(count);
    holes[at] = position;
    holes[at + 1] = position + 1;
    holes[at + 2] = before;
    endOfHoles = count + 1;
  }

  private static int slot(long hole) {
    return (int) (hole % MAX_HOLES) * 3;
  }

  private void grow() {
    long[] oldEnded = ended;
    long[] oldMissing = missing;
    long bits = (long) oldEnded.length * Long.SIZE;
    ended = new long[oldEnded.length * 2];
    missing = new long[oldEnded.length * 2];
    for (long at = end; at < end + bits; at++) {
      if (isSet(oldEnded, at)) {
        set(ended, at);
      }
      if (isSet(oldMissing, at)) {
        set(missing, at);
      }
    }
  }

  private static boolean isSet(long[] bits, long at) {
    return (bits[word(bits, at)] & 1L << at) != 0;
  }

  private static void set(long[] bits, long at) {
    bits[word(bits, at)] |= 1L << at;
  }

  private static void clear(long[] bits, long at) {
    bits[word(bits, at)] &= ~(1L << at);
  }

  /** Lengths are powers of two. */
  private static int word(long[] bits, long at) {
    return (int) (at >>> 6) & bits.length - 1;
  }
}
