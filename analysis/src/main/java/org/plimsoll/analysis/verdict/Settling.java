package org.plimsoll.analysis.verdict;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * How long the latency took to settle after something had changed: a pure function of the intervals
 * from the change on.
 *
 * <p>The level that it settles at is the median of the last third of them. An interval is at that
 * level when it is within a band around it: three standard deviations, but at least a fifth and at
 * most a half of the level, or a tenth of a millisecond if that is more. The deviation is estimated
 * from the steps from one interval to the next in the last two thirds, by their median, so that
 * neither a trend nor a few outliers widen the band. It has settled from the first interval on with
 * which three in a row, and nine in ten of all that follow, are at the level. It has not when that
 * is within the last third, or when the last third itself moves by more than half of the band.
 */
final class Settling {
  static final int AT_LEAST = 9;

  private static final double BAND_LEAST = 0.2;
  private static final double BAND_MOST = 0.5;
  private static final double DEVIATIONS = 3;

  /** From the median of absolute deviations to the standard deviation of a normal law. */
  private static final double TO_DEVIATION = 1.4826;

  private static final int IN_A_ROW = 3;
  private static final double OF_THE_REST = 0.9;

  private final double[] values;
  private final double level;
  private final double band;

  /**
   * @param values of one interval after the other, from the change on; at least {@link #AT_LEAST}
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
        Math.max(SelfCheck.FLOOR_NANOS, Math.clamp(wanted, BAND_LEAST * level, BAND_MOST * level));
  }

  /** A step is the difference of two, so that its variance is twice theirs. */
  private static double deviation(double[] of) {
    double[] steps = new double[of.length - 1];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = of[i + 1] - of[i];
    }
    double middle = median(steps);
    double[] distances = Arrays.stream(steps).map(step -> Math.abs(step - middle)).toArray();
    return TO_DEVIATION * median(distances) / Math.sqrt(2);
  }

  /** What it settled at. */
  double level() {
    return level;
  }

  /** How many intervals passed before the first that was at the level; empty if there is none. */
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

  /** Two neighbours as one: the worse of them. */
  static List<Double> halved(List<Double> values) {
    List<Double> halved = new ArrayList<>();
    for (int i = 0; i + 1 < values.size(); i += 2) {
      halved.add(Math.max(values.get(i), values.get(i + 1)));
    }
    return halved;
  }
}
