package org.plimsoll.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;
import org.junit.jupiter.api.Test;

class CumulativeHistogramTest {
  @Test
  void secondsAddUpToOneHistogramOfTheWholeRun() {
    CumulativeHistogram cumulative = new CumulativeHistogram();
    Histogram whole = new Histogram(3);
    UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(7L);
    double sum = 0;
    for (int second = 0; second < 20; second++) {
      Histogram one = new Histogram(3);
      for (int i = 0; i < 5_000; i++) {
        long nanos = (long) (200_000 / (1 - random.nextDouble()));
        one.recordValue(Math.min(nanos, 3_000_000_000L));
        sum += Math.min(nanos, 3_000_000_000L) / 1e9;
      }
      whole.add(one);
      cumulative.add(one);
    }

    assertThat(cumulative.count()).isEqualTo(100_000);
    assertThat(Arrays.stream(cumulative.classicCounts()).sum()).isEqualTo(100_000);
    assertThat(cumulative.exponentialCounts().values().stream().mapToLong(n -> n).sum())
        .isEqualTo(100_000);
    assertThat(cumulative.sum()).isCloseTo(sum, within(sum * 0.001));
    for (double percentile : new double[] {50, 90, 99, 99.9}) {
      double exact = whole.getValueAtPercentile(percentile) / 1e9;
      assertThat(quantile(cumulative, percentile / 100))
          .as("p%s of the exponential buckets", percentile)
          .isCloseTo(exact, within(exact * 0.025));
    }
  }

  @Test
  void eachValueIsInTheBucketOfItsFormula() {
    CumulativeHistogram cumulative = new CumulativeHistogram();
    long[] classic = new long[CumulativeHistogram.classicBounds().length + 1];
    Map<Integer, Long> exponential = new TreeMap<>();
    UniformRandomProvider random = RandomSource.SPLIT_MIX_64.create(8L);
    for (int second = 0; second < 20; second++) {
      Histogram one = new Histogram(3);
      for (int i = 0; i < 200; i++) {
        one.recordValue((long) (1_000 * Math.pow(2, 32 * random.nextDouble())));
      }
      cumulative.add(one);
      one.recordedValues()
          .forEach(value -> {
            double seconds = value.getValueIteratedTo() / 1e9;
            int place = Arrays.binarySearch(CumulativeHistogram.classicBounds(), seconds);
            classic[place >= 0 ? place : -place - 1] += value.getCountAtValueIteratedTo();
            int index = (int) Math.ceil(Math.log(seconds) / Math.log(2) * 32);
            exponential.merge(index, value.getCountAtValueIteratedTo(), Long::sum);
          });
    }
    assertThat(cumulative.classicCounts()).isEqualTo(classic);
    assertThat(cumulative.exponentialCounts()).isEqualTo(exponential);
    assertThat(cumulative.zeros()).isZero();
  }

  @Test
  void aBucketIncludesItsUpperBound() {
    CumulativeHistogram histogram = new CumulativeHistogram();
    histogram.add(SampleSeconds.of(1_000_000, 5));
    double[] bounds = CumulativeHistogram.classicBounds();
    int place = Arrays.binarySearch(bounds, 0.0015);

    // HdrHistogram's bucket of 1 ms ends a few hundred nanoseconds above it.
    assertThat(histogram.classicCounts()[place]).isEqualTo(5);
    assertThat(bounds).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void valuesBeyondTheLastBoundAreKept() {
    CumulativeHistogram histogram = new CumulativeHistogram();
    histogram.add(SampleSeconds.of(4_000_000_000_000L, 2));
    histogram.add(SampleSeconds.of(0, 3));

    assertThat(histogram.classicCounts()[CumulativeHistogram.classicBounds().length]).isEqualTo(2);
    assertThat(histogram.zeros()).isEqualTo(3);
    assertThat(histogram.count()).isEqualTo(5);
  }

  private static double quantile(CumulativeHistogram histogram, double q) {
    long rank = (long) Math.ceil(q * histogram.count());
    long seen = histogram.zeros();
    for (Map.Entry<Integer, Long> bucket :
        new TreeMap<>(histogram.exponentialCounts()).entrySet()) {
      seen += bucket.getValue();
      if (seen >= rank) {
        return Math.pow(2, (bucket.getKey() - 0.5) / (1 << CumulativeHistogram.SCALE));
      }
    }
    throw new AssertionError("no bucket holds rank " + rank);
  }
}
