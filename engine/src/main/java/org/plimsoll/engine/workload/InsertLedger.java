package org.plimsoll.engine.workload;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.share.InsertProgress;

/**
 * Records which inserts of a generator have ended, and which of their keys exist. Inserts are
 * numbered consecutively, starting at the number of keys that exist at the start. Thread-safe.
 *
 * <p>Inserts end in any order. All inserts below {@link #end} have ended; those that failed are
 * holes. Out-of-order ends are stored as one bit each, and consecutive holes as one range. With
 * more than {@value #MAX_HOLES} ranges the oldest is dropped, together with the keys before it:
 * {@link #start} moves past it. Memory is therefore bounded, and a key between start and end that
 * is not a hole exists for certain.
 */
final class InsertLedger {
  private static final int MAX_HOLES = 4_096;
  private static final int INITIAL_WORDS = 64;

  // Rings with one bit per position, from the end on: whether the insert has ended, and whether the
  // key is missing. Guarded by the monitor, like the holes.
  private long[] ended = new long[INITIAL_WORDS];
  private long[] missing = new long[INITIAL_WORDS];

  /** A ring of ranges of holes: from, to (exclusive), number of missing keys before the range. */
  private final long[] holes = new long[3 * MAX_HOLES];

  private long firstHole;
  private long endOfHoles;
  private long missingAtStart;
  private volatile long missingCount;
  private volatile long start;
  private volatile long end;

  /** Creates a ledger without inserts, after the keys that exist. */
  InsertLedger(long keys) {
    end = keys;
  }

  /** Returns the first position whose state is known. */
  long start() {
    return start;
  }

  /** Returns the end, exclusive, of the positions whose inserts have all ended. */
  long end() {
    return end;
  }

  /** Returns the number of existing keys from start to end. */
  long existing() {
    if (missingCount == 0) {
      return end;
    }
    synchronized (this) {
      return end - start - (missingCount - missingAtStart);
    }
  }

  /**
   * Returns the position of the existing key with {@code rank} newer keys, or −1 if there are too
   * few.
   */
  long newest(long rank) {
    long seen = end;
    // Read after the end: a missing key before the end is counted before the end moves.
    if (missingCount == 0) {
      return seen - 1 - rank; // below 0 if there are fewer
    }
    synchronized (this) {
      long index = end - start - (missingCount - missingAtStart) - 1 - rank;
      if (index < 0) {
        return -1;
      }
      // Finds the last hole with at most that many keys before it.
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

  /** Records the end of an insert, after which the key exists or may be missing. */
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

  /** Returns the index of a position's word in a ring, whose length is a power of two. */
  private static int word(long[] bits, long at) {
    return (int) (at >>> 6) & bits.length - 1;
  }

  /**
   * Returns the ranges of holes from an insert on, relative to a number; only the last ones if
   * there are many.
   */
  synchronized List<InsertProgress.Missing> missing(long from, long relativeTo) {
    List<InsertProgress.Missing> missing = new ArrayList<>();
    for (long hole = firstHole; hole < endOfHoles; hole++) {
      int at = slot(hole);
      if (holes[at + 1] > from) {
        missing.add(
            new InsertProgress.Missing(
                Math.max(from, holes[at]) - relativeTo, holes[at + 1] - relativeTo));
      }
    }
    return missing;
  }

  /**
   * Updates the ledger of another generator: all inserts from the end to a position have ended.
   *
   * @param since the first position whose state is known
   */
  synchronized void follow(long since, long to, List<InsertProgress.Missing> missing, long keys) {
    if (since > end) {
      firstHole = endOfHoles;
      missingAtStart = missingCount;
      start = since;
    }
    for (InsertProgress.Missing range : missing) {
      for (long at = Math.max(end, range.from() + keys); at < range.to() + keys; at++) {
        addHole(at);
      }
    }
    end = Math.max(end, to);
  }
}
