package org.plimsoll.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SampleCountsTest {
  private final SplittableRandom random = new SplittableRandom(5);

  @Test
  void countsWhatTheHistogramCounts() {
    Histogram samples = samples(10_000);
    assertCounts(SampleCounts.of(samples), samples);
  }

  @Test
  void theSumOfTwoIsThatOfTheirHistograms() {
    for (int size : new int[] {0, 1, 3, 1_000}) {
      Histogram one = samples(size);
      Histogram other = samples(1_000);
      SampleCounts sum = SampleCounts.of(one).plus(SampleCounts.of(other));
      Histogram both = one.copy();
      both.add(other);
      assertCounts(sum, both);
      assertThat(sum).usingRecursiveComparison().isEqualTo(SampleCounts.of(both));
    }
  }

  @Test
  void noSamplesAreNoneUpToAnyValue() {
    assertThat(SampleCounts.NONE.total()).isZero();
    assertThat(SampleCounts.of(new Histogram(2)).upTo(Long.MAX_VALUE)).isZero();
  }

  private void assertCounts(SampleCounts counts, Histogram samples) {
    assertThat(counts.total()).isEqualTo(samples.getTotalCount());
    assertThat(counts.upTo(-1)).isZero();
    for (int i = 0; i < 1_000; i++) {
      long value = value();
      assertThat(counts.upTo(value)).isEqualTo(samples.getCountBetweenValues(0, value));
    }
  }

  private Histogram samples(int size) {
    Histogram samples = new Histogram(2);
    for (int i = 0; i < size; i++) {
      samples.recordValue(value());
    }
    return samples;
  }

  /** From 0 to seconds, most of them near a millisecond. */
  private long value() {
    return random.nextInt(50) == 0
        ? random.nextLong(300)
        : (long) Math.exp(14 + 2 * random.nextGaussian());
  }
}
