package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/**
 * Draws keys with weights that fall exponentially from the first to the last. The first share s of
 * the keys gets exactly the share r of the requests: (1 - e^(-γ s)) / (1 - e^(-γ)) = r, solved for
 * γ by bisection. YCSB's exponential generator has the same aim, but ignores the truncation at the
 * last key. It also uses 6/7 of the keys where its comment says 1.
 */
final class ExponentialKeys implements KeyDistribution {
  private static final int BISECTIONS = 200;

  private final long keys;
  private final double falls;

  ExponentialKeys(KeyDistributionSpec.Exponential spec, long keys) {
    this.keys = keys;
    double low = 0;
    double high = 1;
    while (shareWithin(spec.keyShare(), high) < spec.requestShare() && high < 0x1p600) {
      high *= 2;
    }
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (shareWithin(spec.keyShare(), middle) < spec.requestShare()) {
        low = middle;
      } else {
        high = middle;
      }
    }
    falls = -high / keys;
  }

  private static double shareWithin(double keyShare, double gamma) {
    return Math.expm1(-gamma * keyShare) / Math.expm1(-gamma);
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    return TruncatedExponential.floor(random, falls, keys);
  }
}
