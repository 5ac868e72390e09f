package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/**
 * Draws keys by a normal distribution: key k of N has the weight Φ((k+1)/N) - Φ(k/N). Draws beyond
 * the ends are repeated, so that they do not accumulate at the ends.
 */
final class NormalKeys implements KeyDistribution {
  private final long keys;
  private final double mean;
  private final double deviation;

  NormalKeys(KeyDistributionSpec.Normal spec, long keys) {
    this.keys = keys;
    this.mean = spec.meanShare();
    this.deviation = spec.deviationShare();
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    while (true) {
      double share = mean + deviation * random.nextGaussian();
      if (share >= 0 && share < 1) {
        return Math.min(keys - 1, (long) (share * keys));
      }
    }
  }
}
