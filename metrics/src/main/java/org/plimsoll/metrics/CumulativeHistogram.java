package org.plimsoll.metrics;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * A histogram of all values since the start of the run, in the two forms that metric systems
 * accept. Counts are added bucket by bucket from an HdrHistogram with three digits. A second with a
 * million operations thus costs as much as one with a thousand. Not thread-safe.
 *
 * <p>Classic buckets have fixed upper bounds. Exponential ones (Prometheus' native histogram,
 * OpenTelemetry's exponential histogram) have the bounds b^i with b = 2^(1/2^s): bucket i holds the
 * values in (b^(i-1), b^i], so i = ⌈2^s · log2 v⌉. With s = 5 a bucket is 2.2 % wide.
 */
final class CumulativeHistogram {
  /** The scale s of exponential buckets. */
  static final int SCALE = 5;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double LOG_2 = Math.log(2);
  private static final double[] STEPS = {1, 1.5, 2, 3, 5, 7.5};

  /** Bounds from 10 µs to an hour, six per decade. No reasonable timeout is longer than an hour. */
  private static final double[] BOUNDS = bounds();

  private final long[] classic = new long[BOUNDS.length + 1];
  private final TreeMap<Integer, Long> exponential = new TreeMap<>();
  private long zeros;
  private long count;
  private double sum;

  private static double[] bounds() {
    double[] bounds = new double[7 * STEPS.length + 3];
    int n = 0;
    for (int decade = 0; decade < 7; decade++) {
      for (double step : STEPS) {
        // Rounded to the intended digits: 1.5e-5, not 1.5000000000000002e-5.
        bounds[n++] = Double.parseDouble(step + "e" + (decade - 5));
      }
    }
    bounds[n++] = 100;
    bounds[n++] = 600;
    bounds[n] = 3_600;
    return bounds;
  }

  /** Upper bounds of the classic buckets in seconds; a last one without a bound follows. */
  static double[] classicBounds() {
    return BOUNDS.clone();
  }

  /**
   * Adds the values of an interval, in nanoseconds. They ascend, so a bucket is looked up only when
   * a value is beyond the last one: a run adds every second, and a logarithm for each value took a
   * fifth of the time of a second on a node that only shows a run.
   */
  void add(Histogram nanos) {
    int place = 0;
    int index = 0;
    double upTo = 0; // the bound of the exponential bucket; 0 for the zeros
    long inBucket = 0;
    for (HistogramIterationValue value : nanos.recordedValues()) {
      long n = value.getCountAddedInThisIterationStep();
      double seconds = value.getValueIteratedTo() / NANOS_PER_SECOND;
      count += n;
      sum += nanos.medianEquivalentValue(value.getValueIteratedTo()) / NANOS_PER_SECOND * n;
      while (place < BOUNDS.length && BOUNDS[place] < seconds) {
        place++;
      }
      classic[place] += n;
      if (seconds > upTo) {
        addExponential(upTo, index, inBucket);
        index = (int) Math.ceil(Math.log(seconds) / LOG_2 * (1 << SCALE));
        upTo = Math.pow(2, (double) index / (1 << SCALE));
        inBucket = 0;
      }
      inBucket += n;
    }
    addExponential(upTo, index, inBucket);
  }

  private void addExponential(double upTo, int index, long n) {
    if (upTo == 0) {
      zeros += n;
    } else {
      exponential.merge(index, n, Long::sum);
    }
  }

  /**
   * Returns the count of each classic bucket, not cumulative. The last bucket has no upper bound.
   */
  long[] classicCounts() {
    return classic.clone();
  }

  /** Returns the counts of non-empty exponential buckets, by index i. */
  Map<Integer, Long> exponentialCounts() {
    return new TreeMap<>(exponential);
  }

  long zeros() {
    return zeros;
  }

  long count() {
    return count;
  }

  /** Returns the sum of all values, in seconds. */
  double sum() {
    return sum;
  }
}
