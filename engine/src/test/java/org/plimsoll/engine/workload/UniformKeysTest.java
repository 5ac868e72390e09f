package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.KeyDistributionSpec;

class UniformKeysTest extends KeyDistributionContract {
  @Override
  KeyDistributionSpec spec() {
    return new KeyDistributionSpec.Uniform();
  }

  @Test
  void everyKeyIsAsLikely() {
    for (long seed = 0; seed < 10; seed++) {
      long[] counts = new long[1_000];
      for (long key : draw(1_000, seed, 1_000_000)) {
        counts[(int) key]++;
      }
      assertThat(ChiSquareTest.withDefaults().test(counts).getPValue()).isGreaterThan(1e-3);
    }
  }

  /** A remainder of 64 random bits would draw the first third twice as often as the rest. */
  @Test
  void hugeSpacesHaveNoBias() {
    long keys = 3L << 61;
    long lower = Arrays.stream(draw(keys, 1, 300_000)).filter(key -> key < keys / 3).count();
    assertThat(lower).isBetween(99_000L, 101_000L);
  }
}
