package org.plimsoll.report.page;

import java.util.List;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RecordedRun;

/**
 * Selects the points of a run that set the scales of its charts: the points of the load. A fill
 * writes as fast as the target accepts, so its seconds would flatten the lines of the load. In a
 * run that only fills, all points set the scales.
 */
final class LoadScale {
  private final List<Interval> intervals;
  private final List<Interval.Window> fills;

  LoadScale(List<Interval> intervals) {
    this.intervals = intervals;
    List<Interval.Window> all =
        intervals.stream()
            .map(Interval::window)
            .filter(window -> window.phase() == Phase.FILL)
            .toList();
    fills = all.size() == intervals.size() ? List.of() : all;
  }

  /**
   * Returns whether the seconds of a fill are left out of the scale, so that its lines may exceed a
   * chart.
   */
  boolean leavesOutFill() {
    return !fills.isEmpty();
  }

  /** Returns whether the values of an interval set the scales. */
  boolean counts(Interval interval) {
    return fills.isEmpty() || interval.window().phase() != Phase.FILL;
  }

  /** Returns whether the values of a slice set the scales. */
  boolean counts(RecordedRun.Slice slice) {
    long middle = slice.startNanos() + (slice.endNanos() - slice.startNanos()) / 2;
    return fills.stream().noneMatch(fill -> fill.startNanos() < middle && middle <= fill.atNanos());
  }

  /** Returns the range of the values of lines, each of which has one value per interval. */
  Range range(double[]... lines) {
    Range range = new Range();
    for (double[] line : lines) {
      for (int i = 0; i < line.length; i++) {
        range.add(line[i], counts(intervals.get(i)));
      }
    }
    return range;
  }

  /**
   * The range of the positive values of the load, or of all positive values if the load has none.
   */
  static final class Range {
    private double loadMin = Double.POSITIVE_INFINITY;
    private double loadMax;
    private double min = Double.POSITIVE_INFINITY;
    private double max;

    /** Adds a value; a value that is not a positive number has no effect. */
    void add(double value, boolean counts) {
      if (value > 0) {
        min = Math.min(min, value);
        max = Math.max(max, value);
        loadMin = counts ? Math.min(loadMin, value) : loadMin;
        loadMax = counts ? Math.max(loadMax, value) : loadMax;
      }
    }

    boolean isEmpty() {
      return max == 0;
    }

    double min() {
      return loadMax > 0 ? loadMin : min;
    }

    /** Returns the highest value; 0 if there is none. */
    double max() {
      return loadMax > 0 ? loadMax : max;
    }
  }
}
