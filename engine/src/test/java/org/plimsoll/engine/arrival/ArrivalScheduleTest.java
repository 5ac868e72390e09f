package org.plimsoll.engine.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.engine.spec.ArrivalSpec;

class ArrivalScheduleTest {
  private static final long DAYS_400_NANOS = TimeUnit.DAYS.toNanos(400);
  private static final BigDecimal NANOS_PER_SECOND = BigDecimal.valueOf(1_000_000_000);
  private static final int SAMPLES = 20_000;

  /** An arbitrary origin, as for {@link System#nanoTime}. */
  private static final long START_NANOS = Long.MAX_VALUE - TimeUnit.DAYS.toNanos(200);

  @Test
  void fiftyThousandASecondAreExactAfter400Days() {
    ArrivalSchedule schedule = constant(50_000, START_NANOS + DAYS_400_NANOS);
    for (long n = 0; n < 5_000_000; n++) {
      long expected = START_NANOS + DAYS_400_NANOS + 10_000 + n * 20_000;
      if (schedule.dueNanos() != expected) {
        assertThat(schedule.dueNanos()).as("arrival %d", n).isEqualTo(expected);
      }
      schedule.advance();
    }
  }

  /** The gaps of these rates are not exact doubles, so their errors would add up. */
  @ParameterizedTest
  @ValueSource(doubles = {0.3, 0.7, 1.1, 3})
  void theLastArrivalOf400DaysIsExactToTheNanosecond(double rate) {
    ArrivalSchedule schedule = constant(rate, START_NANOS);
    long arrivals = (long) (rate * TimeUnit.DAYS.toSeconds(400));
    for (long n = 0; n < arrivals; n++) {
      schedule.advance();
    }
    BigDecimal exact =
        BigDecimal.valueOf(arrivals)
            .add(new BigDecimal("0.5"))
            .multiply(NANOS_PER_SECOND)
            .divide(new BigDecimal(rate), MathContext.DECIMAL128);
    // Compared by difference, since the instant itself has overflowed.
    BigDecimal actual = BigDecimal.valueOf(schedule.dueNanos() - START_NANOS);
    assertThat(actual.subtract(exact).abs()).isLessThan(BigDecimal.ONE);
  }

  @Test
  void aLiveChangeAfter400DaysStretchesTheRestOfTheGap() {
    ArrivalSchedule schedule = constant(1_000, START_NANOS + DAYS_400_NANOS);
    long due = schedule.dueNanos();
    schedule.rate(4_000, due - 100_000);
    assertThat(schedule.dueNanos()).isEqualTo(due - 75_000);
    schedule.advance();
    assertThat(schedule.dueNanos()).isEqualTo(due - 75_000 + 250_000);
    schedule.rate(50, due + 10_000_000);
    assertThat(schedule.dueNanos()).as("already due").isEqualTo(due + 175_000);
  }

  @Test
  void aGapLongerThanAnyRunDoesNotOverflow() {
    ArrivalSchedule schedule = constant(1e-300, START_NANOS);
    assertThat(schedule.dueNanos() - START_NANOS).isGreaterThan(DAYS_400_NANOS);
    schedule.rate(1e-308, START_NANOS + 5);
    assertThat(schedule.dueNanos() - START_NANOS).isGreaterThan(DAYS_400_NANOS);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void aRateMustBePositiveAndFinite(double rate) {
    assertThatThrownBy(() -> constant(rate, 0)).hasMessageContaining(String.valueOf(rate));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void poissonGapsAreExponential(long seed) {
    ArrivalProcess process =
        ArrivalProcesses.of(new ArrivalSpec.Poisson(), new SplittableRandom(seed));
    double[] gaps = new double[SAMPLES];
    gaps[0] = process.firstGap();
    for (int i = 1; i < gaps.length; i++) {
      gaps[i] = process.nextGap();
    }
    assertThat(exponentialPValue(gaps)).isGreaterThan(1e-3);
  }

  /** The time-rescaling theorem: gaps of Λ(t), for any rate, are those of rate 1. */
  @Test
  void poissonArrivalsRemainPoissonWhileTheRateChanges() {
    ArrivalProcess process =
        ArrivalProcesses.of(new ArrivalSpec.Poisson(), new SplittableRandom(7));
    double rate = 100;
    long changedNanos = START_NANOS;
    double expectedUntilChange = 0;
    double expectedBefore = 0;
    ArrivalSchedule schedule = new ArrivalSchedule(process, rate, START_NANOS);
    double[] gaps = new double[SAMPLES];
    for (int i = 0; i < gaps.length; i++) {
      // Changes are usually in the middle of a gap, the difficult case.
      long changeNanos = changedNanos + TimeUnit.MILLISECONDS.toNanos(13);
      while (schedule.dueNanos() - changeNanos > 0) {
        expectedUntilChange += (changeNanos - changedNanos) / 1e9 * rate;
        rate = rate == 100 ? 1_700 : rate == 1_700 ? 30 : 100;
        schedule.rate(rate, changeNanos);
        changedNanos = changeNanos;
        changeNanos += TimeUnit.MILLISECONDS.toNanos(13);
      }
      double expected = expectedUntilChange + (schedule.dueNanos() - changedNanos) / 1e9 * rate;
      gaps[i] = expected - expectedBefore;
      expectedBefore = expected;
      schedule.advance();
    }
    assertThat(exponentialPValue(gaps)).isGreaterThan(1e-3);
  }

  private static ArrivalSchedule constant(double rate, long startNanos) {
    return new ArrivalSchedule(
        ArrivalProcesses.of(new ArrivalSpec.Constant(), new SplittableRandom(1)), rate, startNanos);
  }

  private static double exponentialPValue(double[] gaps) {
    return KolmogorovSmirnovTest.withDefaults()
        .test(gaps, ExponentialDistribution.of(1)::cumulativeProbability)
        .getPValue();
  }
}
