package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;

/**
 * Draws every key with the same probability, without modulo bias. The position is the high half of
 * random × keys, redrawn in the rare case that the low half falls into the incomplete interval
 * (Lemire, ACM TOMACS 2019).
 */
final class UniformKeys implements KeyDistribution {
  private final long keys;
  private final long threshold;

  UniformKeys(long keys) {
    this.keys = keys;
    this.threshold = Long.remainderUnsigned(-keys, keys);
  }

  long keys() {
    return keys;
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    return next(random);
  }

  long next(RandomGenerator random) {
    while (true) {
      long bits = random.nextLong();
      if (Long.compareUnsigned(bits * keys, threshold) >= 0) {
        return Math.unsignedMultiplyHigh(bits, keys);
      }
    }
  }
}
