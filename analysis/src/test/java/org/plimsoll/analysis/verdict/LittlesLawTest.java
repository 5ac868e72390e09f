package org.plimsoll.analysis.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LittlesLawTest {
  @Test
  void bothSidesAreEqualForAnyDistribution() {
    Random random = new Random(5);
    double held = 0;
    double inFlight = 0;
    long now = 0;
    long[] ends = new long[2_000];
    for (int i = 0; i < ends.length; i++) {
      now += random.nextInt(1_000_000);
      long service = (long) (1e6 * Math.exp(2 * random.nextGaussian()));
      held += service;
      ends[i] = now + service;
      inFlight += ends[i] - now; // each call adds its own duration to the area
    }
    assertThat(new LittlesLaw(inFlight, held, held, ends.length).excess()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"89, 0.89", "91, 1", "100, 1", "109, 1", "111, 1.11"})
  void aTenthIsWithinTheTolerance(double inFlightSeconds, double excess) {
    assertThat(new LittlesLaw(inFlightSeconds * 1e9, 100e9, 100e9, 0).excess())
        .isCloseTo(excess, Offset.offset(1e-9));
  }

  @Test
  void shortCallsHaveTenMicrosecondsOfBookkeepingEach() {
    assertThat(new LittlesLaw(11.9e9, 1e9, 1e9, 1_000_000).excess()).isGreaterThan(1);
    assertThat(new LittlesLaw(11.0e9, 1e9, 1e9, 1_000_000).excess()).isEqualTo(1);
  }

  @Test
  void unrecordedTimesWidenTheRange() {
    assertThat(new LittlesLaw(190e9, 100e9, 200e9, 0).excess()).isEqualTo(1);
    assertThat(new LittlesLaw(240e9, 100e9, 200e9, 0).excess()).isEqualTo(1.2);
  }
}
