package org.plimsoll.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MedianIntervalTest {
  @ParameterizedTest
  @CsvSource({
    "1, 0, 0, 0",
    "3, 0, 2, 0.75",
    "5, 0, 4, 0.9375",
    "6, 0, 5, 0.96875",
    "9, 1, 7, 0.9609375",
  })
  void theIntervalIsBetweenOrderStatistics(int n, double low, double high, double confidence) {
    double[] values = new double[n];
    for (int i = 0; i < n; i++) {
      values[i] = n - 1 - i;
    }
    assertThat(MedianInterval.of(values))
        .isEqualTo(new MedianInterval((n - 1) / 2.0, low, high, confidence));
  }

  @Test
  void itContainsTheMedianAsOftenAsItSays() {
    SplittableRandom random = new SplittableRandom(7);
    for (int n : new int[] {3, 8, 20}) {
      int contained = 0;
      double confidence = 0;
      for (int i = 0; i < 20_000; i++) {
        MedianInterval interval =
            MedianInterval.of(random.doubles(n).map(u -> -Math.log1p(-u)).toArray());
        confidence = interval.confidence();
        contained += interval.low() <= Math.log(2) && Math.log(2) <= interval.high() ? 1 : 0;
      }
      assertThat(contained / 20_000.0).isCloseTo(confidence, within(0.01));
    }
  }
}
