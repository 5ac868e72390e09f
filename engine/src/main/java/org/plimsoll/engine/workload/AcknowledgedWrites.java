package org.plimsoll.engine.workload;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/**
 * Tracks the writes of this run that a read of each key may return. {@link
 * RowVerifier.Verdict#LOST_WRITE} is derived from them. Memory is bounded. Thread-safe.
 *
 * <p>A write is certain to replace another one only if it was acknowledged and started after the
 * other had ended. So each key has three sets of writes, those that started
 *
 * <ul>
 *   <li><i>before</i> the last shift,
 *   <li><i>meanwhile</i>: since the shift, while writes of the first set were in flight,
 *   <li><i>after</i> all writes of the first set had ended.
 * </ul>
 *
 * The first acknowledgement of a write of the third set replaces the whole first set. It is
 * dropped, and the other two become the new first set (a shift). No write can be in the third set
 * while one of the first set is in flight. A write in flight therefore sees at most one shift. A
 * write that failed or timed out may take effect at any time, so it is kept in a fourth set
 * permanently. Before its first shift a key may have any content, such as rows of earlier runs.
 *
 * <p>A read may return any write that was in one of the sets between its start and its end. If two
 * or more shifts happen in that time, some sets are unknown, and the read is not judged.
 *
 * <p>A set is a 64-bit Bloom filter: each write sets one bit by hash, and the last bit means that
 * the key is absent. It may contain too many writes, but never too few.
 *
 * <p>Tracks the first keys that are written, up to the given number. A key takes 64 bytes in a
 * table with a load factor of 3/8 to 3/4, so a million keys take about 128 MiB. Writes to other
 * keys are only counted.
 */
public final class AcknowledgedWrites {
  /** The set that contains every write and absence. */
  static final long ANYTHING = -1L;

  static final long ABSENCE = 1L << 63;

  private static final long UNTRACKED = -1;
  private static final int STRIPES = 64;
  private static final int INITIAL_ENTRIES = 16;

  // An entry has these parts: the key + 1 (0 = free), the four sets, the numbers of writes in
  // flight of the first set and of the other two, and the number of shifts.
  private static final int WORDS = 8;
  private static final int KEY = 0;
  private static final int BEFORE = 1;
  private static final int MEANWHILE = 2;
  private static final int AFTER = 3;
  private static final int FOREVER = 4;
  private static final int UNDER_WAY_BEFORE = 5;
  private static final int UNDER_WAY_SINCE = 6;
  private static final int SHIFTS = 7;

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final int maximumKeys;
  private final AtomicInteger trackedKeys = new AtomicInteger();
  private final LongAdder untrackedWrites = new LongAdder();

  /** Creates a tracker for the first {@code maximumKeys} keys that are written. */
  public AcknowledgedWrites(int maximumKeys) {
    this.maximumKeys = maximumKeys;
    Arrays.setAll(stripes, stripe -> new Stripe());
  }

  /** Returns the number of tracked keys. */
  public int trackedKeys() {
    return trackedKeys.get();
  }

  /** Returns the number of writes to untracked keys, whose loss would not be detected. */
  public long untrackedWrites() {
    return untrackedWrites.sum();
  }

  /** Returns the bit of a write. */
  static long bitOf(long version) {
    return 1L << Long.remainderUnsigned(OperationRandom.mix(version), 63);
  }

  /**
   * Records the start of a write with these bits.
   *
   * @return a ticket to pass to {@link #writeEnds}
   */
  long writeStarts(long key, long bits) {
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      int entry = stripe.findOrAdd(key);
      if (entry < 0) {
        untrackedWrites.increment();
        return UNTRACKED;
      }
      long[] words = stripe.words;
      boolean after = words[entry + UNDER_WAY_BEFORE] == 0;
      words[entry + (after ? AFTER : MEANWHILE)] |= bits;
      words[entry + UNDER_WAY_SINCE]++;
      return words[entry + SHIFTS] << 1 | (after ? 1 : 0);
    }
  }

  /** Records the end of a write, either acknowledged or with unknown effect. */
  void writeEnds(long key, long bits, long ticket, boolean acknowledged) {
    if (ticket == UNTRACKED) {
      return;
    }
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      int entry = stripe.find(key);
      long[] words = stripe.words;
      boolean sinceShift = words[entry + SHIFTS] == ticket >>> 1;
      words[entry + (sinceShift ? UNDER_WAY_SINCE : UNDER_WAY_BEFORE)]--;
      if (!acknowledged) {
        words[entry + FOREVER] |= bits;
      } else if (sinceShift && (ticket & 1) == 1) {
        words[entry + BEFORE] = words[entry + MEANWHILE] | words[entry + AFTER];
        words[entry + MEANWHILE] = 0;
        words[entry + AFTER] = 0;
        words[entry + UNDER_WAY_BEFORE] = words[entry + UNDER_WAY_SINCE];
        words[entry + UNDER_WAY_SINCE] = 0;
        words[entry + SHIFTS]++;
      }
    }
  }

  /**
   * Records the start of a read of an item, and stores in the operation the writes that it may
   * return.
   */
  void readStarts(OperationBuffer operation, int item) {
    long key = operation.key(item).number();
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      int entry = stripe.find(key);
      operation.tickets()[item] = entry < 0 ? UNTRACKED : stripe.words[entry + SHIFTS];
      operation.acceptable()[item] = entry < 0 ? ANYTHING : stripe.acceptable(entry);
    }
  }

  /**
   * Records the end of a read of an item, and returns the bits of all writes that it may have
   * returned.
   */
  long readEnds(OperationBuffer operation, int item) {
    long ticket = operation.tickets()[item];
    if (ticket == UNTRACKED) {
      return ANYTHING;
    }
    long key = operation.key(item).number();
    Stripe stripe = stripe(key);
    synchronized (stripe) {
      int entry = stripe.find(key);
      return stripe.words[entry + SHIFTS] - ticket > 1
          ? ANYTHING
          : operation.acceptable()[item] | stripe.acceptable(entry);
    }
  }

  private Stripe stripe(long key) {
    return stripes[(int) (OperationRandom.mix(key) >>> 32) & (STRIPES - 1)];
  }

  /** An open-addressed table with the entries of some keys, guarded by its own monitor. */
  private final class Stripe {
    private long[] words = new long[INITIAL_ENTRIES * WORDS];
    private int used;

    /** Returns the offset of a key's entry, or −1 if there is none. */
    int find(long key) {
      int entry = slot(words, key);
      return words[entry + KEY] == 0 ? -1 : entry;
    }

    int findOrAdd(long key) {
      int entry = slot(words, key);
      if (words[entry + KEY] != 0) {
        return entry;
      }
      if (trackedKeys.getAndUpdate(keys -> keys < maximumKeys ? keys + 1 : keys) >= maximumKeys) {
        return -1;
      }
      if (++used > words.length / WORDS * 3 / 4) {
        grow();
        entry = slot(words, key);
      }
      words[entry + KEY] = key + 1;
      words[entry + BEFORE] = ANYTHING;
      return entry;
    }

    long acceptable(int entry) {
      return words[entry + BEFORE]
          | words[entry + MEANWHILE]
          | words[entry + AFTER]
          | words[entry + FOREVER];
    }

    private void grow() {
      long[] grown = new long[words.length * 2];
      for (int entry = 0; entry < words.length; entry += WORDS) {
        if (words[entry + KEY] != 0) {
          int target = slot(grown, words[entry + KEY] - 1);
          System.arraycopy(words, entry, grown, target, WORDS);
        }
      }
      words = grown;
    }

    private static int slot(long[] table, long key) {
      int entry = (int) OperationRandom.mix(key) * WORDS & (table.length - 1);
      while (table[entry + KEY] != 0 && table[entry + KEY] != key + 1) {
        entry = entry + WORDS & (table.length - 1);
      }
      return entry;
    }
  }
}
