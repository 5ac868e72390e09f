package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;

/** How often each key is asked for. Shared by threads. */
@FunctionalInterface
public interface KeyDistribution {
  /**
   * Draws the position of a key, from 0 to the number of keys, exclusive (behind those that have
   * been inserted, where the distribution follows inserts).
   *
   * @param ordinal counts the keys that the load asks for
   * @param atNanos when the operation is intended, since the load began
   */
  long next(RandomGenerator random, long ordinal, long atNanos);
}
