package org.plimsoll.engine.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.plimsoll.engine.arrival.GoodnessOfFit.assertIndependentOfTheOneBefore;
import static org.plimsoll.engine.arrival.GoodnessOfFit.assertOfLaw;

import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.plimsoll.engine.spec.ArrivalSpec;
import org.plimsoll.engine.spec.RateSpec;

/** Contract of every rate shape. */
class RateShapeTest {
  private static final long SECOND_NANOS = 1_000_000_000;
  private static final String ALL = "org.plimsoll.engine.arrival.RateShapes#all";

  @ParameterizedTest
  @MethodSource(ALL)
  void theInverseUndoesTheIntegral(RateSpec spec) {
    RateShape shape = RateShape.of(spec);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 1_000; i++) {
      long from = random.nextLong(-SECOND_NANOS, 10 * SECOND_NANOS);
      // From much less than a nanosecond's share to many seconds' share.
      double arrivals = Math.exp(random.nextDouble(-14, 9));
      double nanos = shape.nanosUntil(from, 0, arrivals);
      if (nanos > 1e18) {
        assertThat(shape.endsAtZero() || shape.peakPerSecond() < 1e-3).isTrue();
        continue;
      }
      double most = shape.peakPerSecond() / 1e9;
      assertThat(shape.expected(from, from + (long) nanos))
          .as("from %d, %s arrivals", from, arrivals)
          .isCloseTo(arrivals, within(most + arrivals * 1e-11));
    }
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void expectedArrivalsAreTheIntegralOfTheRate(RateSpec spec) {
    RateShape shape = RateShape.of(spec);
    long step = 1_000_000;
    double sum = 0;
    for (long at = -SECOND_NANOS; at < 9 * SECOND_NANOS; at += step) {
      double piece = shape.expected(at, at + step);
      sum += piece;
      double low = shape.perSecondAt(at + step - 1);
      double high = low;
      for (long within = at; within < at + step; within += step / 20) {
        low = Math.min(low, shape.perSecondAt(within));
        high = Math.max(high, shape.perSecondAt(within));
      }
      double swing = 2e-4 * shape.peakPerSecond(); // a fast sine turns between two samples
      assertThat(piece * 1e9 / step).isBetween(low - swing - 1e-6, high + swing + 1e-6);
      assertThat(shape.perSecondAt(at)).isBetween(0.0, shape.peakPerSecond() * (1 + 1e-12));
    }
    assertThat(shape.expected(-SECOND_NANOS, 9 * SECOND_NANOS)).isCloseTo(sum, within(1e-6));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void beforeItsStartAShapeHasItsFirstRate(RateSpec spec) {
    RateShape shape = RateShape.of(spec);
    double first = shape.perSecondAt(0);
    assertThat(shape.perSecondAt(-1)).isCloseTo(first, within(1e-9));
    assertThat(shape.perSecondAt(-(1L << 60))).isCloseTo(first, within(1e-9));
    assertThat(shape.expected(-7 * SECOND_NANOS, 0)).isCloseTo(7 * first, within(1e-6));
  }

  static Stream<Arguments> knownRates() {
    return Stream.of(
        Arguments.of(new RateSpec.Ramp(100, 200, SECOND_NANOS), 0.25, 125),
        Arguments.of(new RateSpec.Ramp(100, 200, SECOND_NANOS), 1e6, 200),
        Arguments.of(new RateSpec.Steps(100, 40, 200, SECOND_NANOS), 0.999, 100),
        Arguments.of(new RateSpec.Steps(100, 40, 200, SECOND_NANOS), 1, 140),
        Arguments.of(new RateSpec.Steps(100, 40, 200, SECOND_NANOS), 2.5, 180),
        Arguments.of(new RateSpec.Steps(100, 40, 200, SECOND_NANOS), 3, 200),
        Arguments.of(new RateSpec.Steps(100, 40, 200, SECOND_NANOS), 1e6, 200),
        Arguments.of(new RateSpec.Steps(100, 50, 0, SECOND_NANOS), 1.5, 50),
        Arguments.of(new RateSpec.Sine(100, 50, 4 * SECOND_NANOS), 0, 100),
        Arguments.of(new RateSpec.Sine(100, 50, 4 * SECOND_NANOS), 1, 150),
        Arguments.of(new RateSpec.Sine(100, 50, 4 * SECOND_NANOS), 4e6 + 3, 50),
        Arguments.of(new RateSpec.Daily(100, 300, 86_400 * SECOND_NANOS), 0, 100),
        Arguments.of(new RateSpec.Daily(100, 300, 86_400 * SECOND_NANOS), 43_200, 300),
        Arguments.of(new RateSpec.Daily(100, 300, 86_400 * SECOND_NANOS), 86_400 * 366.25, 200),
        Arguments.of(new RateSpec.Spike(10, 90, 5 * SECOND_NANOS, SECOND_NANOS), 4.999, 10),
        Arguments.of(new RateSpec.Spike(10, 90, 5 * SECOND_NANOS, SECOND_NANOS), 5, 90),
        Arguments.of(new RateSpec.Spike(10, 90, 5 * SECOND_NANOS, SECOND_NANOS), 6, 10));
  }

  @ParameterizedTest
  @MethodSource("knownRates")
  void aShapeHasTheRateThatItsNamePromises(RateSpec spec, double seconds, double perSecond) {
    assertThat(RateShape.of(spec).perSecondAt((long) (seconds * SECOND_NANOS)))
        .isCloseTo(perSecond, within(1e-6));
  }

  @ParameterizedTest
  @MethodSource(ALL)
  void poissonArrivalsRemainPoissonUnderEachShape(RateSpec spec) {
    RateShape shape = RateShape.of(spec);
    for (int seed = 1; seed <= 10; seed++) {
      ArrivalSchedule schedule = poisson(shape, seed);
      double[] gaps = new double[3_000];
      long before = -SECOND_NANOS;
      for (int i = 0; i < gaps.length; i++) {
        gaps[i] = shape.expected(before, schedule.dueNanos());
        before = schedule.dueNanos();
        schedule.advance();
      }
      String what = spec + ", seed " + seed;
      assertOfLaw(gaps, ExponentialDistribution.of(1)::cumulativeProbability, what);
      assertIndependentOfTheOneBefore(gaps, what);
    }
  }

  /**
   * Changes the rate in the middle of a shape, and of its pending gaps, to another rate and back.
   */
  @ParameterizedTest
  @MethodSource(ALL)
  void poissonArrivalsRemainPoissonWhenTheShapeChanges(RateSpec spec) {
    RateShape shape = RateShape.of(spec);
    RateShape other = RateShape.of(new RateSpec.Ramp(30, 900, 50_000_000));
    ArrivalSchedule schedule = poisson(shape, 21);
    TargetRate target = new TargetRate(-SECOND_NANOS);
    target.change(0, shape, 0, -SECOND_NANOS);
    double[] gaps = new double[3_000];
    double expectedBefore = 0;
    int changes = 0;
    long changeNanos = 13_000_000;
    for (int i = 0; i < gaps.length; i++) {
      for (; schedule.dueNanos() - changeNanos > 0; changeNanos += 13_000_000) {
        RateShape next = changes++ % 2 == 0 ? other : shape;
        // As if the other shape had started 3 ms ago, and this one at 0.
        long clockNanos = next == other ? changeNanos - 3_000_000 : 0;
        schedule.rate(next, clockNanos, changeNanos);
        target.change(0, next, clockNanos, changeNanos);
      }
      long due = schedule.dueNanos();
      double expected = target.meanPerSecond(due) * ((due + SECOND_NANOS) / 1e9);
      gaps[i] = expected - expectedBefore;
      expectedBefore = expected;
      schedule.advance();
    }
    assertThat(changes).isGreaterThan(50);
    assertOfLaw(gaps, ExponentialDistribution.of(1)::cumulativeProbability, spec.toString());
  }

  static Stream<Arguments> ends() {
    return Stream.of(
        Arguments.of(new RateSpec.Constant(700), false),
        Arguments.of(new RateSpec.Constant(0), true),
        Arguments.of(new RateSpec.Ramp(100, 0, SECOND_NANOS), true),
        Arguments.of(new RateSpec.Ramp(0, 100, SECOND_NANOS), false),
        Arguments.of(new RateSpec.Sine(800, 800, SECOND_NANOS), false),
        Arguments.of(new RateSpec.Sine(0, 0, SECOND_NANOS), true),
        Arguments.of(new RateSpec.Spike(0, 100, SECOND_NANOS, SECOND_NANOS), true));
  }

  @ParameterizedTest
  @MethodSource("ends")
  void aShapeKnowsWhetherItEndsAtZero(RateSpec spec, boolean atZero) {
    RateShape shape = RateShape.of(spec);
    assertThat(shape.endsAtZero()).isEqualTo(atZero);
    double nanos = shape.nanosUntil(0, 0, 1_000_000);
    assertThat(Double.isInfinite(nanos)).isEqualTo(atZero);
  }

  @Test
  void aSineIsInvertedExactlyNearRateZero() {
    // 100(1 − cos 2πt/4s): the rate at 0 is 0, and a period has 400 arrivals, half of them before
    // its middle.
    RateShape shape = RateShape.of(new RateSpec.Daily(0, 200, 4 * SECOND_NANOS));
    assertThat(shape.nanosUntil(0, 0, 200)).isCloseTo(2e9, within(1.0));
    assertThat(shape.nanosUntil(0, 0, 400)).isCloseTo(4e9, within(1e6)); // flat there
    assertThat(shape.nanosUntil(2 * SECOND_NANOS, 0, 200 + 400)).isCloseTo(6e9, within(1e6));
    // A quarter of the period: 100·(1 s − 2/π s).
    assertThat(shape.nanosUntil(0, 0, 100 * (1 - 2 / Math.PI))).isCloseTo(1e9, within(1.0));
    assertThat(shape.nanosUntil(SECOND_NANOS, 0.5, 1e-6)).isCloseTo(10, within(0.1));
  }

  @Test
  void anArrivalWaitsForTheRateToRiseAgain() {
    RateSpec.Spike silence = new RateSpec.Spike(100, 0, 10 * SECOND_NANOS, 3600 * SECOND_NANOS);
    ArrivalSchedule schedule = constant(RateShape.of(silence), 0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(schedule.dueNanos()).isCloseTo(5_000_000 + i * 10_000_000L, within(1L));
      schedule.advance();
    }
    assertThat(schedule.dueNanos()).isCloseTo(3610 * SECOND_NANOS + 5_000_000, within(1L));
  }

  @Test
  void anArrivalThatIsNeverReachedIsDueAfterARateChange() {
    RateShape ending = RateShape.of(new RateSpec.Ramp(100, 0, SECOND_NANOS));
    ArrivalSchedule schedule = constant(ending, 0);
    for (int i = 0; i < 50; i++) {
      schedule.advance();
    }
    // 50 arrivals in total; the next one would need 50.5.
    assertThat(schedule.dueNanos()).isGreaterThan(TimeUnit.DAYS.toNanos(30_000));
    long changeNanos = TimeUnit.DAYS.toNanos(20);
    schedule.rate(
        RateShape.of(new RateSpec.Ramp(0, 10, 10 * SECOND_NANOS)), changeNanos, changeNanos);
    // Half a gap is left: t²/2 = 0.5 with t in seconds.
    assertThat(schedule.dueNanos() - changeNanos).isCloseTo(SECOND_NANOS, within(10L));
    schedule.advance();
    schedule.rate(100, changeNanos + SECOND_NANOS);
    assertThat(schedule.dueNanos() - changeNanos).isCloseTo(SECOND_NANOS + 10_000_000, within(10L));
  }

  /** The clock is reduced by whole periods, and each gap starts from the previous arrival. */
  @ParameterizedTest
  @MethodSource(ALL)
  void aShapeIsAsPreciseAfter400Days(RateSpec spec) {
    RateShape shape = RateShape.of(spec);
    long at = TimeUnit.DAYS.toNanos(400);
    if (shape.endsAtZero()) {
      return;
    }
    ArrivalSchedule schedule = constant(shape, at);
    long before = schedule.dueNanos();
    for (int i = 0; i < 3_000; i++) {
      schedule.advance();
      double gap = shape.expected(before, schedule.dueNanos());
      assertThat(gap).isCloseTo(1, within(4 * shape.peakPerSecond() / 1e9));
      before = schedule.dueNanos();
    }
  }

  @Test
  void roundingErrorsDoNotAccumulateOverTwoMillionArrivals() {
    RateShape shape = RateShape.of(new RateSpec.Sine(50_000, 30_000, 7 * SECOND_NANOS));
    ArrivalSchedule schedule = constant(shape, 0);
    int arrivals = 2_000_000;
    for (int i = 0; i < arrivals; i++) {
      schedule.advance();
    }
    assertThat(shape.expected(0, schedule.dueNanos())).isCloseTo(arrivals + 0.5, within(2e-4));
  }

  @Test
  void theTargetRateIsCurrentAndItsMeanIncludesChanges() {
    TargetRate target = new TargetRate(10 * SECOND_NANOS);
    assertThat(target.perSecondAt(0)).isZero();
    target.change(0, RateShape.of(new RateSpec.Constant(100)), 0, 0);
    RateSpec ramp = new RateSpec.Ramp(0, 100, 10 * SECOND_NANOS);
    target.change(1, RateShape.of(ramp), 10 * SECOND_NANOS, 0);
    assertThat(target.perSecondAt(5 * SECOND_NANOS)).isEqualTo(100);
    assertThat(target.perSecondAt(15 * SECOND_NANOS)).isCloseTo(150, within(1e-9));
    assertThat(target.meanPerSecond(20 * SECOND_NANOS)).isCloseTo(150, within(1e-9));
    target.change(0, RateShape.of(new RateSpec.Constant(400)), 0, 20 * SECOND_NANOS);
    assertThat(target.perSecondAt(25 * SECOND_NANOS)).isCloseTo(500, within(1e-9));
    // 1500 in the first ten seconds, 5000 in the next.
    assertThat(target.meanPerSecond(30 * SECOND_NANOS)).isCloseTo(325, within(1e-9));
  }

  @Test
  void invalidValuesAreRefusedWithTheValue() {
    assertThatThrownBy(() -> new RateSpec.Ramp(-1, 5, 1)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new RateSpec.Ramp(1, 5, 0)).hasMessageContaining("length");
    assertThatThrownBy(() -> new RateSpec.Steps(1, 0, 5, 1)).hasMessageContaining("steps");
    assertThatThrownBy(() -> new RateSpec.Steps(1, 1e-9, 5, 1)).hasMessageContaining("steps");
    assertThatThrownBy(() -> new RateSpec.Sine(1, 2, 1)).hasMessageContaining("amplitude");
    assertThatThrownBy(() -> new RateSpec.Daily(2, 1, 1)).hasMessageContaining("lowest");
    assertThatThrownBy(() -> new RateSpec.Curve("f", List.of())).hasMessageContaining("point,");
    assertThatThrownBy(() -> new RateSpec.Constant(Double.NaN)).hasMessageContaining("NaN");
  }

  private static ArrivalSchedule poisson(RateShape shape, long seed) {
    ArrivalProcess process =
        ArrivalProcesses.of(new ArrivalSpec.Poisson(), new SplittableRandom(seed));
    return new ArrivalSchedule(process, shape, 0, -SECOND_NANOS);
  }

  private static ArrivalSchedule constant(RateShape shape, long startNanos) {
    return new ArrivalSchedule(
        ArrivalProcesses.of(new ArrivalSpec.Constant(), new SplittableRandom(1)),
        shape,
        0,
        startNanos);
  }
}
