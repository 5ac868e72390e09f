package org.plimsoll.engine.workload;

import java.math.BigInteger;
import java.util.random.RandomGenerator;
import org.plimsoll.api.sampling.AliasTable;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/**
 * Draws keys by a histogram: the key space has n equal parts, each with a weight, and is uniform
 * within a part. Part i of N keys starts at ⌊i N / n⌋, so that part sizes differ by at most one
 * key.
 */
final class HistogramKeys implements KeyDistribution {
  private final AliasTable parts;
  private final long[] starts;
  private final UniformKeys smaller;
  private final UniformKeys larger;

  HistogramKeys(KeyDistributionSpec.Histogram spec, long keys) {
    int count = spec.weights().size();
    parts = new AliasTable(spec.weights());
    starts = new long[count + 1];
    for (int i = 0; i <= count; i++) {
      starts[i] =
          BigInteger.valueOf(keys)
              .multiply(BigInteger.valueOf(i))
              .divide(BigInteger.valueOf(count))
              .longValueExact();
    }
    long least = keys / count;
    smaller = new UniformKeys(least);
    larger = new UniformKeys(least + 1);
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    int part = parts.next(random);
    long size = starts[part + 1] - starts[part];
    UniformKeys within = size == smaller.keys() ? smaller : larger;
    return starts[part] + within.next(random, ordinal, atNanos);
  }
}
