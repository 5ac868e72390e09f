package org.plimsoll.analysis.consistency;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.workload.OperationRandom;

/**
 * The tracked keys, a sample that does not depend on the operations on a key. A key is in the
 * sample if a hash of its number is below a bound. A key outside therefore costs a few
 * instructions, and all generators of a fleet track the same keys. The sample takes no lock. Its
 * table has twice the requested size, and further keys are not tracked.
 */
final class KeySample {
  /**
   * Number of writes that all keys together may store beyond the first few of each: 48 bytes each.
   */
  private static final int SPARE_ENTRIES = 1 << 20;

  private static final long SALT = 0x636f6e7369737431L;

  private final long bound;
  private final int clients;
  private final LossEvidence evidence;
  private final AtomicReferenceArray<@Nullable KeyHistory> table;
  private final int maximumKeys;
  private final AtomicInteger followed = new AtomicInteger();
  private final AtomicInteger entriesLeft = new AtomicInteger(SPARE_ENTRIES);

  /**
   * @param wanted number of keys to follow, out of {@code keys}
   * @param clients number of clients whose sessions are followed
   * @param evidence evidence of all keys about lost writes
   */
  KeySample(int wanted, long keys, int clients, LossEvidence evidence) {
    this.clients = clients;
    this.evidence = evidence;
    bound = wanted >= keys ? Long.MAX_VALUE : (long) ((double) wanted / keys * Long.MAX_VALUE);
    maximumKeys = 2 * wanted;
    table = new AtomicReferenceArray<>(Integer.highestOneBit(maximumKeys) * 4);
  }

  /** Returns the history of a key; null if it is not followed, or has not been written to. */
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

  /** Returns the history of a key, created if needed; null if it is not followed. */
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
        KeyHistory added = new KeyHistory(key, entriesLeft, clients, evidence);
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

  /** Returns the number of followed keys. */
  int size() {
    return followed.get();
  }

  /** Returns the followed keys. */
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
