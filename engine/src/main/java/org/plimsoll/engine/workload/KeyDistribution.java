package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/** How often each key is asked for. Immutable, and shared by threads. */
public interface KeyDistribution {
  /** Draws the index of a key, from 0 to the number of keys, exclusive. */
  long next(RandomGenerator random);

  /**
   * Compiles a spec.
   *
   * @param keys number of keys, at least 1
   * @param seed decides which keys are popular; the same on every machine of a run
   */
  static KeyDistribution of(KeyDistributionSpec spec, long keys, long seed) {
    if (keys < 1) {
      throw new IllegalArgumentException("a key distribution needs at least 1 key, was " + keys);
    }
    return switch (spec) {
      case KeyDistributionSpec.Uniform() -> new UniformKeys(keys);
      case KeyDistributionSpec.Zipfian(double exponent) -> {
        ZipfianRanks ranks = new ZipfianRanks(keys, exponent);
        KeyScatter scatter = new KeyScatter(keys, seed);
        yield random -> scatter.key(ranks.next(random));
      }
    };
  }
}
