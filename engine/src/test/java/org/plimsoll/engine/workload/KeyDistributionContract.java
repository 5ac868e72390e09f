package org.plimsoll.engine.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.apache.commons.statistics.inference.ChiSquareTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.KeyDistributionSpec;

/**
 * Contract of every key distribution. Each has a test that extends this one with its spec and its
 * weights.
 */
abstract class KeyDistributionContract {
  private static final int LAW_KEYS = 1_000;
  private static final int DRAWS = 1_000_000;

  /** Creates the distribution for this number of keys. */
  abstract KeyDistributionSpec spec(long keys);

  /** The weight of each position, or of each rank if ranks are scattered over the keys. */
  abstract double[] weights(int keys);

  boolean isScattered() {
    return false;
  }

  /** Whether the distribution uses random numbers rather than the operation's index. */
  boolean isDrawn() {
    return true;
  }

  final KeyDistribution distribution(long keys, long seed) {
    return KeyDistributions.of(spec(keys), keys, seed, new KeySequence(keys));
  }

  final long[] draw(long keys, long seed, int count) {
    KeyDistribution distribution = distribution(keys, seed);
    OperationRandom random = new OperationRandom();
    random.seed(seed, 0);
    return LongStream.range(0, count)
        .map(ordinal -> distribution.next(random, ordinal, 0))
        .toArray();
  }

  @Test
  void keysHaveTheirExactProbabilitiesWithTenSeeds() {
    double[] weights = weights(LAW_KEYS);
    for (long seed = 0; seed < 10; seed++) {
      double[] expected = weights;
      if (isScattered()) {
        KeyScatter scatter = new KeyScatter(LAW_KEYS, seed);
        expected = new double[LAW_KEYS];
        for (int rank = 0; rank < LAW_KEYS; rank++) {
          expected[(int) scatter.key(rank)] = weights[rank];
        }
      }
      long[] counts = new long[LAW_KEYS];
      KeyDistribution distribution = distribution(LAW_KEYS, seed);
      OperationRandom random = new OperationRandom();
      random.seed(seed, 0);
      for (int i = 0; i < DRAWS; i++) {
        counts[(int) distribution.next(random, i, 0)]++;
      }
      assertThat(pValue(expected, counts)).as("seed %d", seed).isGreaterThan(1e-3);
    }
  }

  @ParameterizedTest
  @ValueSource(
      longs = {1, 2, 3, 1_000, 65_537, 1_000_000_000_000L, 1L << 53, (1L << 62) - 1, 1L << 62})
  void keysAreInRange(long keys) {
    assertThat(LongStream.of(draw(keys, 5, 20_000))).allMatch(key -> key >= 0 && key < keys);
  }

  @Test
  void theSeedDecidesTheKeys() {
    assertThat(draw(1_000_000, 3, 100)).isEqualTo(draw(1_000_000, 3, 100));
    if (isDrawn()) {
      assertThat(draw(1_000_000, 3, 100)).isNotEqualTo(draw(1_000_000, 4, 100));
    }
  }

  @Test
  void aSingleKeyIsAlwaysDrawn() {
    assertThat(draw(1, 1, 1_000)).containsOnly(0);
  }

  @Test
  void everyKeyOfASmallSpaceIsReached() {
    double[] weights = weights(3);
    double sum = Arrays.stream(weights).sum();
    assertThat(Arrays.stream(draw(3, 1, 10_000)).distinct().count())
        .isGreaterThanOrEqualTo(
            Arrays.stream(weights).filter(weight -> weight / sum > 2e-3).count());
  }

  @Test
  void zeroKeysAreRefusedWithTheNumber() {
    assertThatThrownBy(() -> KeyDistributions.of(spec(1), 0, 1, new KeySequence(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("was 0");
  }

  /**
   * Merges bins with an expected count below five into the bins before them, as the test requires.
   */
  static double pValue(double[] weights, long[] counts) {
    double unit = Arrays.stream(counts).sum() / Arrays.stream(weights).sum();
    double[] expected = new double[weights.length];
    long[] observed = new long[weights.length];
    int bins = 0;
    double restExpected = 0;
    long restObserved = 0;
    for (int i = 0; i < weights.length; i++) {
      restExpected += weights[i] * unit;
      restObserved += counts[i];
      if (restExpected >= 5) {
        expected[bins] = restExpected;
        observed[bins++] = restObserved;
        restExpected = 0;
        restObserved = 0;
      }
    }
    expected[bins - 1] += restExpected;
    observed[bins - 1] += restObserved;
    return bins == 1
        ? 1
        : ChiSquareTest.withDefaults()
            .test(Arrays.copyOf(expected, bins), Arrays.copyOf(observed, bins))
            .getPValue();
  }
}
