package org.plimsoll.analysis.consistency;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.workload.OperationRandom;

/**
 * The keys that are followed: a sample that does not depend on what is done to a key. A key is in
 * it if a hash of its number is below a bound, so that one which is not costs a few instructions,
 * and all generators of a fleet follow the same. It has no lock; the table is made for twice the
 * number wished for, and what comes beyond that is left out.
 */
final class KeySample {
  /** Writes that all keys together may remember beyond the first few of each: 48 bytes each. */
  private static final int SPARE_ENTRIES = 1 << 20;

  private static final long SALT = 0x636f6e7369737431L;

  private final long bound;
  private final int clients;
  private final AtomicReferenceArray<@Nullable KeyHistory> table;
  private final int maximumKeys;
  private final AtomicInteger followed = new AtomicInteger();
  private final AtomicInteger entriesLeft = new AtomicInteger(SPARE_ENTRIES);

  /**
   * @param wanted keys to follow, of {@code keys}
   * @param clients of which the sessions are followed
   */
  KeySample(int wanted, long keys, int clients) {
    this.clients = clients;
    bound = wanted >= keys ? Long.MAX_VALUE : (long) ((double) wanted / keys * Long.MAX_VALUE);
    maximumKeys = 2 * wanted;
    table = new AtomicReferenceArray<>(Integer.highestOneBit(maximumKeys) * 4);
  }

  /** What is known of a key; null when it is not followed, or has not been written to. */
  @Nullable KeyHistory find(long key) {
    long hash = OperationRandom.mix(key ^ SALT);
    if (hash >>> 1 > bound) {
      return null;
    }
    int mask = table.length() - 1;
    for (int at = (int) hash & mask; ; at = at + 1 & mask) {
      KeyHistory known = table.getAcquire(at);
      if (known == null || known.key() == key) {
        return known;
      }
    }
  }

  /** What is known of a key from now on; null when it is not followed. */
  @Nullable KeyHistory findOrAdd(long key) {
    long hash = OperationRandom.mix(key ^ SALT);
    if (hash >>> 1 > bound) {
      return null;
    }
    int mask = table.length() - 1;
    int at = (int) hash & mask;
    while (true) {
      KeyHistory known = table.getAcquire(at);
      if (known == null) {
        if (followed.get() >= maximumKeys) {
          return null;
        }
        KeyHistory added = new KeyHistory(key, entriesLeft, clients);
        if (table.compareAndSet(at, null, added)) {
          followed.incrementAndGet();
          return added;
        }
      } else if (known.key() == key) {
        return known;
      } else {
        at = at + 1 & mask;
      }
    }
  }

  /** How many keys are followed. */
  int size() {
    return followed.get();
  }

  /** The keys that are followed. */
  List<KeyHistory> all() {
    List<KeyHistory> all = new ArrayList<>();
    for (int at = 0; at < table.length(); at++) {
      KeyHistory known = table.getAcquire(at);
      if (known != null) {
        all.add(known);
      }
    }
    return all;
  }
}
