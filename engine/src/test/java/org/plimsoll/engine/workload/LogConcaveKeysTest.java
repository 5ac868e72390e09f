package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.function.LongToDoubleFunction;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.DiscreteDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.PascalDistribution;
import org.apache.commons.statistics.distribution.PoissonDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests weights and draws beyond the range of the library and of the plain formulas. */
class LogConcaveKeysTest {
  private static final long HUGE = 1L << 62;

  static Stream<Arguments> millions() {
    return Stream.of(
        Arguments.of(
            "binomial",
            LogWeights.binomial(100_000_000, 0.2),
            BinomialDistribution.of(100_000_000, 0.2)),
        Arguments.of(
            "poisson", LogWeights.poisson(12_345_678.9), PoissonDistribution.of(12_345_678.9)),
        Arguments.of(
            "pascal", LogWeights.pascal(4_000, 0.001), PascalDistribution.of(4_000, 0.001)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("millions")
  void weightsEqualThoseOfTheLibrary(
      String name, LogWeights weights, DiscreteDistribution library) {
    double deviation = Math.sqrt(library.getVariance());
    for (int i = -60; i <= 60; i++) {
      int number = (int) (library.getMean() + i * deviation / 10);
      assertThat(weights.at(number))
          .as("at %d", number)
          .isCloseTo(library.logProbability(number), within(1e-6));
    }
  }

  /**
   * Means and deviations are far beyond the range of ints; the distributions are practically
   * normal.
   */
  static Stream<Arguments> huge() {
    return Stream.of(
        Arguments.of(
            "binomial", LogWeights.binomial(HUGE - 1, 0.3), HUGE * 0.3, Math.sqrt(HUGE * 0.21)),
        Arguments.of("poisson", LogWeights.poisson(0x1p61), 0x1p61, Math.sqrt(0x1p61)),
        Arguments.of(
            "pascal",
            LogWeights.pascal(1L << 40, 1e-6),
            (1L << 40) * (1 - 1e-6) / 1e-6,
            Math.sqrt((1L << 40) * (1 - 1e-6)) / 1e-6),
        Arguments.of(
            "hypergeometric",
            LogWeights.hypergeometric(HUGE, HUGE / 2, HUGE / 4),
            HUGE / 8.0,
            Math.sqrt(HUGE / 4.0 * 0.25 * 0.75)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("huge")
  void hugeNumbersHaveTheRightShares(
      String name, LogWeights weights, double mean, double deviation) {
    NormalDistribution normal = NormalDistribution.of(0, 1);
    LongToDoubleFunction edge = bin -> bin == 0 ? -1e9 : bin == 40 ? 1e9 : (bin - 20) / 5.0;
    double[] expected = new double[40];
    for (int bin = 0; bin < 40; bin++) {
      expected[bin] = normal.probability(edge.applyAsDouble(bin), edge.applyAsDouble(bin + 1));
    }
    KeyDistribution keys = LogConcaveKeys.of(weights, HUGE);
    OperationRandom random = new OperationRandom();
    random.seed(3, 0);
    long[] counts = new long[40];
    for (int i = 0; i < 1_000_000; i++) {
      double z = (keys.next(random, i, 0) - mean) / deviation;
      counts[Math.clamp((long) Math.floor(z * 5) + 20, 0, 39)]++;
    }
    assertThat(KeyDistributionContract.pValue(expected, counts)).isGreaterThan(1e-3);
  }

  /** The weights hardly differ from one of these keys to the next. */
  @Test
  void anAlmostFlatDistributionIsDrawn() {
    KeyDistribution keys = LogConcaveKeys.of(LogWeights.pascal(1, 1e-9), 10);
    OperationRandom random = new OperationRandom();
    random.seed(1, 0);
    long[] counts = new long[10];
    for (int i = 0; i < 100_000; i++) {
      counts[(int) keys.next(random, i, 0)]++;
    }
    double[] flat = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
    assertThat(KeyDistributionContract.pValue(flat, counts)).isGreaterThan(1e-3);
  }
}
