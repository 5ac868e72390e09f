package org.plimsoll.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@NullMarked
class ChangePointsTest {
  @Test
  void everyLevelIsFoundWhereItStarts() {
    double[] levels = {10, 20, 5, 40};
    assertThat(ChangePoints.of(series(120, i -> levels[i / 30]), 1)).containsExactly(30, 60, 90);
    assertThat(ChangePoints.of(series(120, _ -> 7), 0)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"20, 4, 4", "20, 16, 16", "20, 17, 16", "20, 3, 4", "21, 17, 17"})
  void aLevelHasAtLeastFourPoints(int points, int change, int found) {
    assertThat(ChangePoints.of(series(points, i -> i < change ? 1 : 9), 1)).containsExactly(found);
  }

  @Test
  void fewerThanTwentyPointsHaveNoChange() {
    assertThat(ChangePoints.of(series(19, i -> i < 9 ? 1 : 9), 1)).isEmpty();
  }

  @Test
  void aDifferenceCountsFromTheThresholdOn() {
    double[] series = series(40, i -> i < 20 ? 1 : 2);
    assertThat(ChangePoints.of(series, 1)).containsExactly(20);
    assertThat(ChangePoints.of(series, 1.001)).isEmpty();
  }

  @Test
  void aDropBetweenTwoRisesIsFound() {
    // Around the two means instead of the lines, the rises would look like noise.
    double[] saw = series(40, i -> i < 20 ? i : i - 40);
    assertThat(ChangePoints.of(saw, 1)).contains(20);
  }

  @Test
  void falseAlarmsOccurInAboutOneOfAThousandSeries() {
    ZigguratSampler.NormalizedGaussian normal = gaussian(11);
    long found =
        IntStream.range(0, 4000)
            .filter(_ -> !ChangePoints.of(normal.samples(100).toArray(), 0).isEmpty())
            .count();
    assertThat(found).isBetween(1L, 12L);
  }

  @Test
  void autocorrelationIsNoChange() {
    ZigguratSampler.NormalizedGaussian normal = gaussian(12);
    long found =
        IntStream.range(0, 1000)
            .filter(_ -> !ChangePoints.of(autoregressive(normal, 0.6), 0).isEmpty())
            .count();
    assertThat(found).isLessThan(20);
  }

  @Test
  void theDistanceOfABrownianBridgeHasTheProbabilityOfTheTables() {
    assertThat(ChangePoints.probability(1.3581)).isCloseTo(0.05, within(1e-5));
    assertThat(ChangePoints.probability(1.6276)).isCloseTo(0.01, within(1e-5));
    assertThat(ChangePoints.probability(1.9495)).isCloseTo(0.001, within(1e-5));
    assertThat(ChangePoints.probability(0)).isZero(); // twenty terms of 2 − 2 + …
  }

  @ParameterizedTest
  @CsvSource({
    "30, 3, 3", // each single point
    "49, 7, 7",
    "50, 7, 10", // means of five
    "100, 20, 20",
    "30, 0, 0",
    "30, 26, 26", // four points remain
  })
  void warmUpEndsWithTheHighPoints(int points, int high, int left) {
    // Alternating around the level, so that omitting points never helps by chance.
    double[] series = series(points, i -> (i < high ? 50 : 10) + (i % 2 == 0 ? 0.5 : -0.5));
    assertThat(ChangePoints.warmUp(series)).isEqualTo(left);
  }

  private static double[] series(int points, IntToDoubleFunction value) {
    return IntStream.range(0, points).mapToDouble(value).toArray();
  }

  private static double[] autoregressive(
      ZigguratSampler.NormalizedGaussian normal, double autocorrelation) {
    double[] series = normal.samples(200).toArray();
    for (int i = 1; i < series.length; i++) {
      series[i] += autocorrelation * series[i - 1];
    }
    return Arrays.copyOfRange(series, 50, 200);
  }

  private static ZigguratSampler.NormalizedGaussian gaussian(long seed) {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(seed);
    return ZigguratSampler.NormalizedGaussian.of(random);
  }
}
