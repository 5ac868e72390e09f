package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;

/** Draws keys by their popularity. Thread-safe. */
@FunctionalInterface
public interface KeyDistribution {
  /**
   * Draws the position of a key, from 0 to below the number of keys. If the distribution follows
   * inserts, positions of inserted keys are included.
   *
   * @param ordinal running number of the key among those that the load requests
   * @param atNanos intended start of the operation, relative to the start of the load
   */
  long next(RandomGenerator random, long ordinal, long atNanos);
}
