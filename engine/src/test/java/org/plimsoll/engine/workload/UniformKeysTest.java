package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.plimsoll.engine.spec.KeyDistributionSpec;

class UniformKeysTest extends KeyDistributionContract {
  @Override
  KeyDistributionSpec spec(long keys) {
    return new KeyDistributionSpec.Uniform();
  }

  @Override
  double[] weights(int keys) {
    double[] weights = new double[keys];
    Arrays.fill(weights, 1);
    return weights;
  }

  /** The remainder of 64 random bits would draw the first third twice as often as the rest. */
  @Test
  void hugeSpacesHaveNoBias() {
    long keys = 3L << 61;
    long lower = Arrays.stream(draw(keys, 1, 300_000)).filter(key -> key < keys / 3).count();
    assertThat(lower).isBetween(99_000L, 101_000L);
  }
}
