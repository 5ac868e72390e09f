package org.plimsoll.analysis.consistency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.ConsistencySummary.Share;
import org.plimsoll.result.ConsistencySummary.VisibilityPoint;

final class VisibilityCurveTest {
  @Test
  void eachTimeFallsIntoTheStepThatNamesIt() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 10_000; i++) {
      long nanos = (long) Math.pow(10, random.nextDouble() * 13);
      VisibilityCurve curve = new VisibilityCurve();
      curve.add(nanos, true);
      VisibilityPoint point = curve.points().getFirst();
      assertThat(nanos).isBetween(point.fromNanos(), point.toNanos() - 1);
    }
  }

  @Test
  void stepsStartWhereThePreviousOnesEnd() {
    VisibilityCurve curve = new VisibilityCurve();
    for (double exponent = 0; exponent < 14; exponent += 0.05) {
      curve.add((long) Math.pow(10, exponent), false);
    }
    long next = 0;
    for (VisibilityPoint point : curve.points()) {
      assertThat(point.fromNanos()).isEqualTo(next);
      next = point.toNanos();
    }
    assertThat(next).isEqualTo(Long.MAX_VALUE);
  }

  /** Newcombe, Two-sided confidence intervals for the single proportion, 1998, table I. */
  @Test
  void theIntervalIsWilsons() {
    assertThat(Wilson.of(81, 263).low()).isCloseTo(0.2553, within(5e-5));
    assertThat(Wilson.of(81, 263).high()).isCloseTo(0.3662, within(5e-5));
    assertThat(Wilson.of(15, 148).low()).isCloseTo(0.0624, within(5e-5));
    assertThat(Wilson.of(15, 148).high()).isCloseTo(0.1605, within(5e-5));
    assertThat(Wilson.of(0, 20)).isEqualTo(new Share(0.0, 0.0, Wilson.of(0, 20).high()));
    assertThat(Wilson.of(0, 20).high()).isCloseTo(0.1611, within(5e-5));
    assertThat(Wilson.of(1, 29).low()).isCloseTo(0.0061, within(5e-5));
    assertThat(Wilson.of(1, 29).high()).isCloseTo(0.1718, within(5e-5));
    assertThat(Wilson.of(0, 0).share()).isNull();
  }
}
