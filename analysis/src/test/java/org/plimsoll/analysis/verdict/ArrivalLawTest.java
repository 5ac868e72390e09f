package org.plimsoll.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests pacers that are known to be good or bad, at 2,000 arrivals per second. */
class ArrivalLawTest {
  private static final int ARRIVALS = 4096;
  private static final double GAP = 500_000;

  /** A tenth of the gap, as for a target that answers immediately. */
  private static final double SLACK = GAP / 10;

  private final SplittableRandom random = new SplittableRandom(7);

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void arrivalsOnTimeFollowTheProcess(boolean poisson) {
    ArrivalLaw law = law(poisson, due -> due);
    assertThat(law.offShare(0)).isZero();
    assertThat(law.dependence(0)).isZero();
    assertThat(law.meanNanos()).isCloseTo(GAP, within(GAP / 10));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void wakeUpJitterIsNoFinding(boolean poisson) {
    ArrivalLaw law = law(poisson, due -> due + random.nextLong(40_000));
    assertThat(law.offShare(SLACK)).isLessThan(0.05);
    assertThat(law.dependence(SLACK)).isLessThan(0.05);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aMillisecondTimerIsDetected(boolean poisson) {
    // Two arrivals per tick on average, so every other gap is 0.
    ArrivalLaw law = law(poisson, due -> Math.ceilDiv(due, 1_000_000) * 1_000_000);
    assertThat(law.offShare(SLACK)).isGreaterThan(0.35);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aTokenBucketRefilledEachTenMillisecondsIsDetected(boolean poisson) {
    ArrivalLaw law = law(poisson, due -> Math.ceilDiv(due, 10_000_000) * 10_000_000);
    assertThat(law.offShare(SLACK)).isGreaterThan(0.7);
  }

  @Test
  void arrivalsAtAnotherRateAreDetected() {
    assertThat(law(true, due -> due * 2).offShare(SLACK)).isGreaterThan(0.15);
  }

  @Test
  void correctGapsInAnotherOrderAreDetectedByTheirDependence() {
    long[] asked = new long[ARRIVALS];
    for (int i = 0; i < ARRIVALS; i++) {
      asked[i] = gap(true);
    }
    // Sorted in groups of 16, so long gaps follow one another.
    long[] came = asked.clone();
    for (int i = 0; i < ARRIVALS; i += 16) {
      Arrays.sort(came, i, i + 16);
    }
    ArrivalLaw law = new ArrivalLaw(asked, came, before(asked), before(came));
    assertThat(law.offShare(0)).isZero();
    assertThat(law.dependence(SLACK)).isGreaterThan(0.3);
  }

  @Test
  void withoutArrivalsThereIsNoFinding() {
    long[] none = new long[0];
    ArrivalLaw law = new ArrivalLaw(none, none, none, none);
    assertThat(law.offShare(0)).isZero();
    assertThat(law.dependence(0)).isZero();
  }

  private ArrivalLaw law(boolean poisson, LongUnaryOperator pacer) {
    long[] asked = new long[ARRIVALS];
    long[] came = new long[ARRIVALS];
    long due = 0;
    long last = pacer.applyAsLong(0);
    for (int i = 0; i < ARRIVALS; i++) {
      asked[i] = gap(poisson);
      due += asked[i];
      long now = Math.max(last, pacer.applyAsLong(due));
      came[i] = now - last;
      last = now;
    }
    return new ArrivalLaw(asked, came, before(asked), before(came));
  }

  private long gap(boolean poisson) {
    return poisson ? (long) (-Math.log(1 - random.nextDouble()) * GAP) : (long) GAP;
  }

  private static long[] before(long[] gaps) {
    long[] before = new long[gaps.length];
    before[0] = gaps[0];
    System.arraycopy(gaps, 0, before, 1, gaps.length - 1);
    return before;
  }
}
