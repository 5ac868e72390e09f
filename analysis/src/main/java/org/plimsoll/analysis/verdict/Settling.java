package org.plimsoll.analysis.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * Determines how long a latency took to settle after a change, as a pure function of the intervals
 * since the change.
 *
 * <p>The final level is the median of the last third of the intervals. An interval is at that level
 * if it is within a band around it. The band is three standard deviations wide, but at least 20 %
 * and at most 50 % of the level, and at least 0.1 ms. The deviation is estimated from the median
 * step between successive intervals of the last two thirds, so that neither a trend nor a few
 * outliers widen the band. The latency has settled at the first interval from which three in a row,
 * and nine in ten of all that follow, are at the level. It has not settled if that interval is in
 * the last third, or if the last third itself moves by more than half of the band.
 */
final class Settling {
  static final int AT_LEAST = 9;

  private static final double BAND_LEAST = 0.2;
  private static final double BAND_MOST = 0.5;
  private static final double DEVIATIONS = 3;

  /**
   * Factor from the median absolute deviation to the standard deviation of a normal distribution.
   */
  private static final double TO_DEVIATION = 1.4826;

  private static final int IN_A_ROW = 3;
  private static final double OF_THE_REST = 0.9;

  private final double[] values;
  private final double level;
  private final double band;

  /**
   * @param values the values of successive intervals since the change, at least {@link #AT_LEAST}
   */
  Settling(List<Double> values) {
    if (values.size() < AT_LEAST) {
      throw new IllegalArgumentException("too few intervals: " + values.size());
    }
    this.values = values.stream().mapToDouble(Double::doubleValue).toArray();
    double[] last = last(values.size() / 3);
    this.level = median(last);
    double wanted = DEVIATIONS * deviation(last(2 * values.size() / 3));
    this.band =
        Math.max(Findings.FLOOR_NANOS, Math.clamp(wanted, BAND_LEAST * level, BAND_MOST * level));
  }

  /**
   * Estimates the deviation from steps. A step is the difference of two values, so its variance is
   * twice theirs.
   */
  private static double deviation(double[] of) {
    double[] steps = new double[of.length - 1];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = of[i + 1] - of[i];
    }
    double middle = median(steps);
    double[] distances = Arrays.stream(steps).map(step -> Math.abs(step - middle)).toArray();
    return TO_DEVIATION * median(distances) / Math.sqrt(2);
  }

  /** Returns the final level. */
  double level() {
    return level;
  }

  /**
   * Returns the number of intervals before the first one at the level; empty if it has not settled.
   */
  OptionalLong intervals() {
    double[] last = last(values.length / 3);
    double before = median(Arrays.copyOf(last, last.length / 2));
    double after = median(Arrays.copyOfRange(last, last.length - last.length / 2, last.length));
    if (Math.abs(after - before) > band / 2) {
      return OptionalLong.empty();
    }
    int inRow = 0;
    int atLevel = 0;
    long first = -1;
    for (int i = values.length - 1; i >= 0; i--) {
      boolean isAtLevel = Math.abs(values[i] - level) <= band;
      inRow = isAtLevel ? inRow + 1 : 0;
      atLevel += isAtLevel ? 1 : 0;
      if (inRow >= IN_A_ROW && atLevel >= OF_THE_REST * (values.length - i)) {
        first = i;
      }
    }
    return first < 0 || first > values.length - last.length
        ? OptionalLong.empty()
        : OptionalLong.of(first);
  }

  private double[] last(int count) {
    return Arrays.copyOfRange(values, values.length - count, values.length);
  }

  static double median(double[] of) {
    double[] sorted = of.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /** Halves a series by keeping the worse of two neighbors. */
  static List<Double> halved(List<Double> values) {
    List<Double> halved = new ArrayList<>();
    for (int i = 0; i + 1 < values.size(); i += 2) {
      halved.add(Math.max(values.get(i), values.get(i + 1)));
    }
    return halved;
  }
}
