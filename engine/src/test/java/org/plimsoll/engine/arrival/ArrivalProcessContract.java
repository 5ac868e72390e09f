package org.plimsoll.engine.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plimsoll.engine.arrival.GoodnessOfFit.assertIndependentOfTheOneBefore;
import static org.plimsoll.engine.arrival.GoodnessOfFit.assertOfLaw;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.RateSpec;

/**
 * Contract of every arrival process. Each process has a nested class in ArrivalProcessTest that
 * extends it.
 */
abstract class ArrivalProcessContract {
  private static final int SAMPLES = 4_096;
  private static final long START_NANOS = Long.MAX_VALUE - TimeUnit.DAYS.toNanos(1);

  abstract ArrivalSpec spec();

  /** The distribution function of a gap. */
  abstract double law(double gap);

  /** Standard deviation of a gap. */
  abstract double deviation();

  /** Distance at which gaps are independent. */
  int stride() {
    return 1;
  }

  final ArrivalProcess process(long seed) {
    return ArrivalProcesses.of(spec(), new SplittableRandom(seed));
  }

  final double[] gaps(long seed, int count) {
    ArrivalProcess process = process(seed);
    double[] gaps = new double[count];
    Arrays.setAll(gaps, _ -> process.nextGap());
    return gaps;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void gapsFollowTheDistribution(long seed) {
    assertOfLaw(thinned(gaps(seed, SAMPLES * stride())), this::law, "gaps");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void successiveGapsAreIndependent(long seed) {
    assertIndependentOfTheOneBefore(thinned(gaps(seed, SAMPLES * stride())), "gaps");
  }

  @Test
  void theMeanGapIsOne() {
    double[] gaps = thinned(gaps(1, 50_000 * stride()));
    double error = 4 * deviation() / Math.sqrt(gaps.length);
    double mean = Arrays.stream(gaps).average().orElseThrow();
    assertThat(Math.abs(mean - 1)).isLessThan(Math.max(error, 1e-9));
  }

  @Test
  void gapsAreNotNegativeAndTheFirstIsNotUnusuallyLong() {
    assertThat(Arrays.stream(gaps(5, 100_000)))
        .allMatch(gap -> gap >= 0 && gap < Double.POSITIVE_INFINITY);
    double first = 0;
    for (int seed = 0; seed < 1_000; seed++) {
      double gap = process(seed).firstGap();
      assertThat(gap).isNotNegative();
      first += gap;
    }
    assertThat(first / 1_000).isLessThan(4);
  }

  @Test
  void theSeedDecidesTheGaps() {
    assertThat(gaps(3, 100)).isEqualTo(gaps(3, 100));
  }

  /** The time-rescaling theorem: Λ(tᵢ) − Λ(tᵢ₋₁) has the unit process's law under any rate. */
  @ParameterizedTest
  @MethodSource("org.plimsoll.engine.arrival.RateShapes#all")
  void rescaledGapsFollowTheDistributionUnderAnyShape(RateSpec rate) {
    RateShape shape = RateShape.of(rate);
    ArrivalSchedule schedule =
        new ArrivalSchedule(process(11), shape, START_NANOS, START_NANOS - 1_000_000_000L);
    double[] gaps = new double[SAMPLES / 2 * stride()];
    long before = schedule.dueNanos() - START_NANOS;
    for (int i = 0; i < gaps.length; i++) {
      schedule.advance();
      long due = schedule.dueNanos() - START_NANOS;
      // Instants are whole nanoseconds, so the rounding error is at most half of one.
      double least = shape.perSecondAt(due) * 0.5e-9;
      gaps[i] = Math.max(least, shape.expected(before, due));
      before = due;
    }
    assertOfLaw(thinned(gaps), this::law, "rescaled gaps under " + rate);
    assertIndependentOfTheOneBefore(thinned(gaps), "rescaled gaps under " + rate);
  }

  private double[] thinned(double[] gaps) {
    double[] thinned = new double[gaps.length / stride()];
    Arrays.setAll(thinned, i -> gaps[i * stride()]);
    return thinned;
  }
}
