package org.plimsoll.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.IntStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;

@NullMarked
class TwoSamplesTest {
  private static final double LEVEL = 0.95;

  @Test
  void theShiftIsTheMedianOfAllDifferences() {
    TwoSamples shift =
        TwoSamples.of(new double[] {11, 12, 13, 14}, new double[] {1, 2, 3, 4}, LEVEL);
    assertThat(shift.shift()).isEqualTo(10);
    // P(U = 0) = 1/70 is within 2.5 %, P(U ≤ 1) = 2/70 is not: from the smallest to the largest.
    assertThat(shift.low()).isEqualTo(7);
    assertThat(shift.high()).isEqualTo(13);
    assertThat(shift.probability()).isCloseTo(2.0 / 70, within(1e-9));
    assertThat(shift.cliffsDelta()).isEqualTo(1);
  }

  @Test
  void theIntervalIsThatOfTheTables() {
    // With 10 and 10 values the critical U is 23, two-sided at 5 %.
    double[] a = IntStream.range(0, 10).mapToDouble(i -> Math.pow(1.37, i)).toArray();
    double[] b = IntStream.range(0, 10).mapToDouble(i -> Math.pow(1.41, i)).toArray();
    double[] differences = new double[100];
    for (int i = 0; i < 100; i++) {
      differences[i] = a[i / 10] - b[i % 10];
    }
    java.util.Arrays.sort(differences);
    TwoSamples shift = TwoSamples.of(a, b, LEVEL);
    assertThat(shift.low()).isEqualTo(differences[23]);
    assertThat(shift.high()).isEqualTo(differences[76]);
  }

  @Test
  void theIntervalContainsTheTruthAsOftenAsPromised() {
    UniformRandomProvider random = RandomSource.XO_SHI_RO_256_PP.create(3);
    ZigguratSampler.NormalizedGaussian normal = ZigguratSampler.NormalizedGaussian.of(random);
    int held = 0;
    for (int i = 0; i < 1000; i++) {
      double[] a = normal.samples(6).map(x -> x + 0.5).toArray();
      TwoSamples shift = TwoSamples.of(a, normal.samples(8).toArray(), LEVEL);
      held += shift.low() <= 0.5 && 0.5 <= shift.high() ? 1 : 0;
    }
    assertThat(held).isBetween(940, 980);
  }

  @Test
  void manyValuesAreComparedByTheNormalApproximation() {
    double[] a = IntStream.range(0, 120).mapToDouble(i -> i + 60.5).toArray();
    double[] b = IntStream.range(0, 120).mapToDouble(i -> i).toArray();
    TwoSamples shift = TwoSamples.of(a, b, LEVEL);
    assertThat(shift.shift()).isEqualTo(60.5);
    assertThat(shift.low()).isBetween(50.0, 54.0);
    assertThat(shift.high()).isBetween(67.0, 71.0);
  }

  @Test
  void theNormalApproximationIsThatOfMannAndWhitney() {
    // The differences 120i − j are the numbers from −119 to 14,280, each once.
    double[] a = IntStream.range(0, 120).mapToDouble(i -> 120 * i).toArray();
    double[] b = IntStream.range(0, 120).mapToDouble(j -> j).toArray();
    TwoSamples shift = TwoSamples.of(a, b, LEVEL);
    // 14,400/2 − 1.96·√(120·120·241/12) = 6145.9 of them are below.
    assertThat(shift.low()).isEqualTo(6145 - 120);
    assertThat(shift.high()).isEqualTo(14_280 - 6144);
    assertThat(shift.shift()).isEqualTo(7080.5);
  }

  @Test
  void theMedianOfAnOddNumberIsTheMiddleOne() {
    TwoSamples shift = TwoSamples.of(new double[] {1, 2, 4}, new double[] {0, 0.5, 10}, LEVEL);
    assertThat(shift.shift()).isEqualTo(1);
    assertThat(TwoSamples.of(new double[] {1, 4}, new double[] {0}, LEVEL).shift()).isEqualTo(2.5);
    assertThat(shift.cliffsDelta()).isCloseTo(3.0 / 9, within(1e-12));
  }

  @Test
  void equalsAreNoDifference() {
    double[] zeros = new double[5];
    assertThat(TwoSamples.of(zeros, zeros, LEVEL)).isEqualTo(new TwoSamples(0, 0, 0, 1, 0));
  }

  @Test
  void fewValuesCanNeverBeSignificant() {
    assertThat(TwoSamples.leastProbability(3, 3)).isCloseTo(0.1, within(1e-12));
    assertThat(TwoSamples.leastProbability(4, 4)).isCloseTo(2.0 / 70, within(1e-12));
    assertThat(TwoSamples.leastProbability(5, 5)).isCloseTo(2.0 / 252, within(1e-12));
  }

  @Test
  void aFamilyOfTestsIsAdjusted() {
    assertThat(Holm.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}))
        .usingComparatorWithPrecision(1e-12)
        .containsExactly(0.03, 0.06, 0.06, 0.02);
    assertThat(Holm.adjusted(new double[] {0.9, 0.8})).containsExactly(1, 1);
    assertThat(Holm.adjusted(new double[0])).isEmpty();
  }
}
