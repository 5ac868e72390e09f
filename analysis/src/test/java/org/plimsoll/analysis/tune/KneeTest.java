package org.plimsoll.analysis.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plimsoll.result.CurvePoint;
import org.plimsoll.result.Latency;
import org.plimsoll.result.TuneResult.KneeResult;

class KneeTest {
  private static final double MU = 1_000;

  /**
   * The curve of M/M/1, whose p99 is ln(100)/(µ − λ), and whose mean response time is 1/(µ − λ).
   */
  private static List<CurvePoint> queue(int points) {
    return IntStream.rangeClosed(1, points)
        .mapToObj(i -> {
          double rate = MU * 0.95 * i / points;
          double mean = 1e9 / (MU - rate);
          long p99 = (long) (mean * Math.log(100));
          return new CurvePoint(
              rate,
              rate,
              new Latency(
                  mean,
                  mean,
                  1L,
                  new Latency.Percentiles(p99, p99, p99, p99, p99, p99),
                  p99,
                  Latency.Missing.NONE));
        })
        .toList();
  }

  /** Power is λ(µ − λ), highest at half the capacity. */
  @Test
  void thePowerOfAQueueIsHighestAtHalfItsCapacity() {
    KneeResult knee = Knee.of(queue(19), 1).orElseThrow();
    assertThat(knee.powerLoad()).isCloseTo(MU / 2, within(1e-9));
  }

  /**
   * With x from 0 to 1 over the rates and y(x) the scaled latency, the knee is where y' = 1. For
   * rates from 50 to 950 this is (µ − λ)² = (µ − 50)(µ − 950), so λ is 782.
   */
  @Test
  void kneedleFindsWhereTheCurveIsAsSteepAsTheDiagonal() {
    KneeResult knee = Knee.of(queue(190), 1).orElseThrow();
    assertThat(knee.load()).isCloseTo(782, within(10.0));
    assertThat(knee.low()).isLessThanOrEqualTo(knee.load());
    assertThat(knee.high()).isGreaterThanOrEqualTo(knee.load());
  }

  @Test
  void fourPointsHaveNoKnee() {
    assertThat(Knee.of(queue(4), 1)).isEmpty();
  }
}
