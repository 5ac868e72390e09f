package org.plimsoll.analysis.verdict;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * Measures how long the p99 took to settle after each change to the target or to a parameter (see
 * {@link Settling}). If single intervals vary too much, as the p99 of a thousand operations does,
 * longer windows are used, with the percentile of all their operations. Memory is bounded for runs
 * of any length: only the last changes are kept, and long series are reduced to the worse of two
 * neighbors. Not thread-safe.
 */
public final class Elasticity {
  /** The numbers of intervals per window. */
  private static final List<Integer> WINDOWS = List.of(1, 3, 10);

  private static final int BEFORE = 10;
  private static final int TOLD_MAX = 5;
  private static final double QUANTILE = 0.99;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Deque<Finding> told = new ArrayDeque<>();

  /** The last intervals, including those with changes. */
  private final Deque<Heard> last = new ArrayDeque<>();

  private final List<Windows> windows = WINDOWS.stream().map(Windows::new).toList();
  private String change = "";
  private long changedNanos;

  /**
   * The p99 before the change, as the median of the p99 of the last intervals. {@code wholeBefore}
   * is the p99 of all their operations.
   */
  private double medianBefore = Double.NaN;

  private double wholeBefore = Double.NaN;

  /**
   * The same two figures for the last intervals, computed once for all changes between two
   * intervals.
   */
  private double lastMedian = Double.NaN;

  private double lastWhole = Double.NaN;
  private boolean isLastSummed;

  /**
   * Records a change.
   *
   * @return the finding about the previous change
   */
  public Optional<Finding> changed(long atNanos, String what) {
    Optional<Finding> before = end();
    change = what;
    changedNanos = atNanos;
    medianBefore = Double.NaN;
    wholeBefore = Double.NaN;
    if (!last.isEmpty()) {
      if (!isLastSummed) {
        sumLast();
      }
      medianBefore = lastMedian;
      wholeBefore = lastWhole;
    }
    return before;
  }

  private void sumLast() {
    lastMedian = Settling.median(last.stream().mapToDouble(Heard::p99).toArray());
    Histogram whole = new Histogram(3);
    last.forEach(each -> whole.add(each.times));
    long censored = last.stream().mapToLong(Heard::censored).sum();
    lastWhole = Latencies.nanosAt(QUANTILE, whole, censored);
    isLastSummed = true;
  }

  /**
   * Adds the next interval.
   *
   * @param atNanos end of the interval
   * @param times response times of the operations answered in the interval, in nanoseconds
   * @param censored number of operations that were not answered in time, which rank above all
   *     others
   */
  public void interval(long atNanos, long lengthNanos, Histogram times, long censored) {
    last.add(new Heard(times.copy(), censored));
    isLastSummed = false;
    if (last.size() > BEFORE) {
      last.remove();
    }
    long beginNanos = atNanos - lengthNanos;
    if (!change.isEmpty() && beginNanos >= changedNanos) {
      windows.forEach(each -> each.add(beginNanos, lengthNanos, times, censored));
    }
  }

  /**
   * Ends the run and returns the finding about the last change. It is empty if too few intervals
   * followed, or if there was no latency in the end because nothing was answered.
   */
  public Optional<Finding> end() {
    Optional<Finding> finding = change.isEmpty() ? Optional.empty() : judge();
    finding.ifPresent(found -> {
      told.add(found);
      if (told.size() > TOLD_MAX) {
        told.remove();
      }
    });
    change = "";
    windows.forEach(Windows::clear);
    return finding;
  }

  /** Returns the number of stored points since the last change. */
  int points() {
    return windows.stream().mapToInt(each -> each.p99s.size()).sum();
  }

  /** Returns the findings about the last changes, oldest first. */
  public List<Finding> findings() {
    return List.copyOf(told);
  }

  /**
   * Judges by the shortest windows, unless only longer ones settle, or they settle earlier by at
   * least a window.
   */
  private Optional<Finding> judge() {
    Judged best = null;
    for (Windows each : windows) {
      if (each.p99s.size() < Settling.AT_LEAST) {
        break;
      }
      Settling settling = new Settling(each.p99s);
      if (!Double.isFinite(settling.level())) {
        continue; // most of the short windows may be empty
      }
      Judged its = new Judged(each, settling.level(), settling.intervals());
      if (best == null || its.beginNanos(1) < best.beginNanos(0)) {
        best = its;
      }
    }
    return Optional.ofNullable(best).map(this::finding);
  }

  /**
   * The result for one window length.
   *
   * @param settled number of windows before the first one at the level
   */
  private record Judged(Windows windows, double level, OptionalLong settled) {
    /**
     * Returns the start of the first window at the level, or of a later one; far in the future if
     * there is none.
     */
    long beginNanos(int later) {
      return settled.isPresent() ? windows.begin(settled.getAsLong() + later) : Long.MAX_VALUE;
    }
  }

  private Finding finding(Judged judged) {
    Windows its = judged.windows;
    boolean isLong = its.intervals > 1;
    double before = isLong ? wholeBefore : medianBefore;
    String at = seconds(changedNanos);
    if (judged.settled.isEmpty()) {
      return Findings.finding(
          FindingCode.NOT_SETTLED,
          Severity.INFO,
          "After '%s' at %s the p99 did not settle within %s.",
          change,
          at,
          seconds(its.begin(its.p99s.size()) - changedNanos));
    }
    return Findings.finding(
        FindingCode.SETTLED,
        Severity.INFO,
        "After '%s' at %s the p99%s settled within %s, at %s ms%s.",
        change,
        at,
        isLong ? " of each " + seconds(its.baseNanos) : "",
        // A long window may contain some operations from before the change.
        seconds(judged.beginNanos(isLong ? 1 : 0) - changedNanos),
        Findings.figure(judged.level / 1e6),
        Double.isFinite(before) ? "; it was " + Findings.figure(before / 1e6) + " ms before" : "");
  }

  private record Heard(Histogram times, long censored) {
    double p99() {
      return Latencies.nanosAt(QUANTILE, times, censored);
    }
  }

  private static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f s", nanos / NANOS_PER_SECOND);
  }

  /** The intervals since a change, in windows of one length. */
  private static final class Windows {
    private static final int POINTS_MAX = 4096;

    private final int intervals;
    private final List<Double> p99s = new ArrayList<>();
    private final Histogram merged = new Histogram(3);
    private long censored;
    private long mergedNanos;

    /** The worst p99 of the windows that form a point; a short series has one window per point. */
    private double worst;

    private long worstNanos;

    /** The start of the first interval that lies entirely after the change. */
    private long fromNanos;

    private long baseNanos;
    private long stepNanos;

    Windows(int intervals) {
      this.intervals = intervals;
    }

    void clear() {
      p99s.clear();
      forget();
      worst = 0;
      worstNanos = 0;
      baseNanos = 0;
    }

    private void forget() {
      if (mergedNanos > 0) {
        merged.reset();
      }
      censored = 0;
      mergedNanos = 0;
    }

    void add(long beginNanos, long lengthNanos, Histogram times, long itsCensored) {
      if (baseNanos == 0) {
        fromNanos = beginNanos;
        baseNanos = intervals * lengthNanos;
        stepNanos = baseNanos;
      }
      merged.add(times);
      censored += itsCensored;
      mergedNanos += lengthNanos;
      // Intervals have the same length, except for delays on a busy machine.
      if (mergedNanos + lengthNanos / 2 >= baseNanos) {
        point(Latencies.nanosAt(QUANTILE, merged, censored), mergedNanos);
        forget();
      }
    }

    private void point(double p99, long lengthNanos) {
      worst = Math.max(worst, p99);
      worstNanos += lengthNanos;
      if (worstNanos + lengthNanos / 2 >= stepNanos) {
        p99s.add(worst);
        worst = 0;
        worstNanos = 0;
      }
      if (p99s.size() == POINTS_MAX) {
        List<Double> halved = Settling.halved(p99s);
        p99s.clear();
        p99s.addAll(halved);
        stepNanos *= 2;
      }
    }

    /** Returns the start of a window, which may be in the future. */
    long begin(long index) {
      return fromNanos + index * stepNanos;
    }
  }
}
