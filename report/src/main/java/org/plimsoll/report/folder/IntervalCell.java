package org.plimsoll.report.folder;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Interval.LoadInterval;
import org.plimsoll.result.Interval.OperationInterval;
import org.plimsoll.result.Interval.Percentiles;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Phase;

/**
 * Adjacent intervals of one phase, merged to one. Counts are added, and rates are weighted by
 * length. Operations in flight, pauses and heap keep their maximum. Percentiles come from the
 * merged histograms. There is no histogram of the dispatch lag, so its value is the value of the
 * worst second, an upper bound.
 */
final class IntervalCell {
  private final Map<String, Histogram> nanosByTag = new TreeMap<>();
  private final long startNanos;
  private Interval sum;

  private IntervalCell(Interval interval) {
    sum = interval;
    startNanos = interval.window().startNanos();
  }

  /**
   * Creates a cell that uses the histograms of one interval without a copy, until the cell is added
   * to another.
   */
  static IntervalCell lent(Interval interval, Map<String, Histogram> nanosByTag) {
    IntervalCell cell = new IntervalCell(interval);
    cell.nanosByTag.putAll(nanosByTag);
    return cell;
  }

  /** Copies the cell, so that further cells can be added to it. */
  IntervalCell copy() {
    IntervalCell cell = new IntervalCell(sum);
    nanosByTag.forEach((tag, nanos) -> cell.nanosByTag.put(tag, nanos.copy()));
    return cell;
  }

  Phase phase() {
    return sum.window().phase();
  }

  long startSecond() {
    return TierShape.second(Math.round(startNanos / 1e6));
  }

  /** Adds the next cell of the same phase. */
  void add(IntervalCell next) {
    sum = IntervalSum.of(sum, next.sum);
    next.nanosByTag.forEach((tag, nanos) -> {
      Histogram mine = nanosByTag.get(tag);
      if (mine == null) {
        nanosByTag.put(tag, nanos.copy());
      } else {
        mine.add(nanos);
      }
    });
  }

  Interval interval() {
    Map<String, LoadInterval> scenarios = new LinkedHashMap<>();
    sum.scenarios().forEach((name, its) -> scenarios.put(name, figures(name + "/", its)));
    LoadInterval probe = sum.probe();
    return new Interval(
        sum.window(),
        figures("", sum.figures()),
        sum.dispatchLagNanos(),
        sum.health(),
        scenarios,
        probe == null ? null : figures("probe/", probe),
        sum.verdict(),
        sum.observed());
  }

  private LoadInterval figures(String path, LoadInterval its) {
    return new LoadInterval(
        its.targetPerSecond(),
        its.rates(),
        its.inFlight(),
        its.backlog(),
        its.accounting(),
        its.failures(),
        operations(path, its.operations()));
  }

  private Map<String, OperationInterval> operations(
      String path, Map<String, OperationInterval> worst) {
    Map<String, OperationInterval> operations = new LinkedHashMap<>();
    worst.forEach((name, its) ->
        operations.put(
            name,
            new OperationInterval(
                its.throughputPerSecond(),
                percentiles(nanosByTag.get(path + name + "/response")),
                percentiles(nanosByTag.get(path + name + "/service")),
                its.unanswered(),
                its.timedOut(),
                its.errors())));
    return operations;
  }

  private static Percentiles percentiles(@Nullable Histogram nanos) {
    return nanos == null ? new Percentiles(0, 0, 0, 0, 0, 0) : Latencies.ofInterval(nanos);
  }
}
