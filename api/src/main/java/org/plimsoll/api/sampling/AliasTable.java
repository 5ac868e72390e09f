package org.plimsoll.api.sampling;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Draws an index in proportion to its weight, in constant time, by Walker's alias method with
 * Vose's setup (IEEE Transactions on Software Engineering 17, 1991). Each of n columns of height 1
 * / n holds one index up to a threshold and another above it. Immutable and thread-safe.
 */
public final class AliasTable {
  private final double[] thresholds;
  private final int[] aliases;

  /** Creates a table of weights, each at least 0 and not all 0. */
  public AliasTable(List<Double> weights) {
    double sum = 0;
    for (double weight : weights) {
      if (!(weight >= 0)) {
        throw new IllegalArgumentException("a weight is a number of at least 0, was " + weight);
      }
      sum += weight;
    }
    if (!(sum > 0) || Double.isInfinite(sum)) {
      throw new IllegalArgumentException("weights need a sum above 0, was " + sum);
    }
    int count = weights.size();
    thresholds = new double[count];
    aliases = new int[count];
    int[] small = new int[count];
    int[] large = new int[count];
    int smalls = 0;
    int larges = 0;
    for (int i = 0; i < count; i++) {
      aliases[i] = i;
      thresholds[i] = weights.get(i) / sum * count;
      if (thresholds[i] < 1) {
        small[smalls++] = i;
      } else {
        large[larges++] = i;
      }
    }
    while (smalls > 0 && larges > 0) {
      int lower = small[--smalls];
      int upper = large[larges - 1];
      aliases[lower] = upper;
      thresholds[upper] -= 1 - thresholds[lower];
      if (thresholds[upper] < 1) {
        larges--;
        small[smalls++] = upper;
      }
    }
    // The remaining columns are full, except for rounding errors.
    while (larges > 0) {
      thresholds[large[--larges]] = 1;
    }
    while (smalls > 0) {
      thresholds[small[--smalls]] = 1;
    }
  }

  /** Draws an index. */
  public int next(RandomGenerator random) {
    int column = random.nextInt(aliases.length);
    return random.nextDouble() < thresholds[column] ? column : aliases[column];
  }
}
