package org.plimsoll.analysis.statistics;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class BatchMeansTest {
  @Test
  void theErrorIsThatOfARatio() {
    // r = 40/10; residuals 1, -1, 1, -1, ... times 8.
    double[] sums = {6, 2, 6, 2, 6, 2, 6, 2};
    double[] counts = {1.25, 0.75, 1.25, 0.75, 1.25, 0.75, 1.25, 0.75};
    BatchMeans.Ratio ratio = requireNonNull(new BatchMeans(sums, counts).ratio());
    assertThat(ratio.value()).isEqualTo(4);
    assertThat(ratio.error()).isCloseTo(Math.sqrt(8.0 / 7 * 8) / 8, within(1e-12));
    assertThat(ratio.batches()).isEqualTo(8);
    assertThat(ratio.quantile(0.95)).isCloseTo(2.3646, within(1e-4));
  }

  @Test
  void whiteNoiseIsUncorrelatedInNineOfTenCases() {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(7);
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    long alike =
        IntStream.range(0, 2000)
            .filter(i -> BatchMeans.autocorrelation(centred(normal.samples(32).toArray())) > 1.2816)
            .count();
    assertThat(alike).isBetween(150L, 250L);
  }

  @Test
  void batchesGrowUntilTheyAreUncorrelated() {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(7);
    double[] sums = new double[64];
    for (int i = 0; i < 64; i += 4) {
      double level = random.nextDouble();
      IntStream.range(i, i + 4).forEach(j -> sums[j] = level);
    }
    double[] counts = IntStream.range(0, 64).mapToDouble(i -> 1).toArray();
    assertThat(requireNonNull(new BatchMeans(sums, counts).ratio()).batches()).isEqualTo(16);
  }

  /** Numbers with the properties of residuals. */
  private static double[] centred(double[] values) {
    double mean = Arrays.stream(values).sum() / values.length;
    return Arrays.stream(values).map(value -> value - mean).toArray();
  }
}
