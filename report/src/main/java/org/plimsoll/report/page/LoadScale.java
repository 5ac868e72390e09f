package org.plimsoll.report.page;

import java.util.List;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RecordedRun;

/**
 * Which points of a run set the scales of its charts: those of the load. A fill writes as fast as
 * it can, so that its seconds would flatten the lines of the load. In a run that only fills, all
 * points set the scales.
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

  /** Whether the seconds of a fill set no scale, so that its lines may leave a chart. */
  boolean leavesOutFill() {
    return !fills.isEmpty();
  }

  /** Whether the values of an interval set the scales. */
  boolean counts(Interval interval) {
    return fills.isEmpty() || interval.window().phase() != Phase.FILL;
  }

  /** Whether the values of a slice set the scales. */
  boolean counts(RecordedRun.Slice slice) {
    long middle = slice.startNanos() + (slice.endNanos() - slice.startNanos()) / 2;
    return fills.stream().noneMatch(fill -> fill.startNanos() < middle && middle <= fill.atNanos());
  }

  /** Returns the range of values, each of which has one value for each interval. */
  Range range(double[]... lines) {
    Range range = new Range();
    for (double[] line : lines) {
      for (int i = 0; i < line.length; i++) {
        range.add(line[i], counts(intervals.get(i)));
      }
    }
    return range;
  }

  /** The lowest and the highest positive value of the load, or of all if the load has none. */
  static final class Range {
    private double loadMin = Double.POSITIVE_INFINITY;
    private double loadMax;
    private double min = Double.POSITIVE_INFINITY;
    private double max;

    /** Adds a value; one that is not a positive number has no effect. */
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

    /** The highest value; 0 if there is none. */
    double max() {
      return loadMax > 0 ? loadMax : max;
    }
  }
}
