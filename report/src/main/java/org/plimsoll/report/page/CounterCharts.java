package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Interval;
import org.plimsoll.result.SeriesId;

/**
 * Renders the driver's counters over time: hit ratios, consumed against provisioned capacity, and
 * each counter per second.
 */
final class CounterCharts {
  private static final String HITS = "-hits";
  private static final String MISSES = "-misses";
  private static final String CONSUMED = "consumed-";
  private static final String PROVISIONED = "provisioned_";

  private final List<Interval> intervals;
  private final LoadScale scale;
  private final ReadingLines readings;
  private final Axis time;
  private final double[] ends;
  private final Map<String, String> charts = new LinkedHashMap<>();

  private CounterCharts(List<Interval> intervals) {
    this.intervals = intervals;
    this.scale = new LoadScale(intervals);
    this.readings = new ReadingLines(intervals, scale);
    this.ends = intervals.stream().mapToDouble(each -> each.window().atNanos()).toArray();
    double end = intervals.isEmpty() ? 0 : intervals.getLast().window().atNanos();
    this.time = Axis.time(end);
  }

  /** Returns the plots by title; empty if the driver has no counters. */
  static Map<String, String> of(List<Interval> intervals) {
    TreeSet<String> counters = new TreeSet<>();
    intervals.forEach(interval -> counters.addAll(interval.counters().keySet()));
    CounterCharts charts = new CounterCharts(intervals);
    counters.stream()
        .filter(name -> name.endsWith(HITS))
        .map(name -> name.substring(0, name.length() - HITS.length()))
        .filter(cache -> counters.contains(cache + MISSES))
        .forEach(charts::ratio);
    counters.forEach(charts::perSecond);
    return charts.charts;
  }

  private void ratio(String cache) {
    LoadScale.Range whole = new LoadScale.Range();
    whole.add(1 / Axis.HEADROOM, true);
    add(
        "Hit ratio of " + cache,
        Figures::percent,
        List.of(
            line(
                "hit ratio",
                "c2",
                interval -> {
                  double hits = interval.counters().getOrDefault(cache + HITS, 0L);
                  double all = hits + interval.counters().getOrDefault(cache + MISSES, 0L);
                  return hits / all; // NaN without reads, which interrupts the line
                })),
        whole);
  }

  private void perSecond(String name) {
    LoadScale.Range limit = new LoadScale.Range();
    List<Series> lines = new ArrayList<>();
    lines.add(
        line(
            name,
            "c1",
            interval ->
                interval.counters().getOrDefault(name, 0L)
                    / (Math.max(1, interval.window().lengthNanos()) / 1e9)));
    if (name.startsWith(CONSUMED)) {
      String metric = PROVISIONED + name.substring(CONSUMED.length()).replace('-', '_');
      readings.counts().keySet().stream()
          .filter(text -> SeriesId.parse(text).metric().equals(metric))
          .findFirst()
          .ifPresent(text -> lines.add(readings.line(text, "provisioned", "bad", 1, limit)));
    }
    add(name + " per second", value -> Figures.shortRate(value) + "/s", lines, limit);
  }

  private Series line(String name, String cssClass, ToDoubleFunction<Interval> value) {
    return new Series(name, cssClass, ends, intervals.stream().mapToDouble(value).toArray());
  }

  private void add(
      String title, DoubleFunction<String> label, List<Series> lines, LoadScale.Range limit) {
    LoadScale.Range range = scale.range(lines.getFirst().ys());
    Chart chart = Chart.small(time, Axis.linear(Math.max(range.max(), limit.max()), 3, label));
    lines.forEach(chart::line);
    charts.put(title, chart.svg(title));
  }
}
