package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.plimsoll.report.page.Chart.Axis;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Interval;

/**
 * Renders a small plot for each number that was read from the target, on the time axis of the
 * client's plots.
 */
final class TelemetryCharts {
  /** Maximum number of charts, to bound the page; {@code intervals.jsonl} has all numbers. */
  private static final int CHARTS_MAX = 40;

  /** A gap longer than this many usual distances interrupts the line. */
  private static final double GAP = 2.5;

  private TelemetryCharts() {}

  /** A number that was read; {@code counts} if it sets the scale. */
  private record Point(double atNanos, double value, boolean counts) {}

  /** Returns the plots by name; empty if nothing was read. */
  static Map<String, String> of(List<Interval> intervals) {
    double end = intervals.isEmpty() ? 0 : intervals.getLast().window().atNanos();
    Axis time = Axis.time(end);
    LoadScale scale = new LoadScale(intervals);
    Map<String, List<Point>> points = new TreeMap<>();
    for (Interval interval : intervals) {
      interval
          .telemetry()
          .forEach((name, value) ->
              points
                  .computeIfAbsent(name, _ -> new ArrayList<>())
                  .add(new Point(interval.window().atNanos(), value, scale.counts(interval))));
    }
    Map<String, String> charts = new TreeMap<>();
    points.entrySet().stream()
        .limit(CHARTS_MAX)
        .forEach(line -> charts.put(line.getKey(), chart(line.getKey(), line.getValue(), time)));
    return charts;
  }

  private static String chart(String name, List<Point> points, Axis time) {
    double[] xs = new double[2 * points.size()];
    double[] ys = new double[2 * points.size()];
    double usual = usualDistance(points);
    int n = 0;
    LoadScale.Range range = new LoadScale.Range();
    for (int i = 0; i < points.size(); i++) {
      Point point = points.get(i);
      if (i > 0 && point.atNanos() - points.get(i - 1).atNanos() > GAP * usual) {
        xs[n] = points.get(i - 1).atNanos();
        ys[n++] = Double.NaN;
      }
      xs[n] = point.atNanos();
      ys[n++] = point.value();
      range.add(point.value(), point.counts());
    }
    Chart chart = Chart.small(time, Axis.linear(range.max(), 3, label(name)));
    chart.line(new Series(name, "c1", Arrays.copyOf(xs, n), Arrays.copyOf(ys, n)));
    return chart.svg(name);
  }

  private static double usualDistance(List<Point> points) {
    List<Double> distances = new ArrayList<>();
    for (int i = 1; i < points.size(); i++) {
      distances.add(points.get(i).atNanos() - points.get(i - 1).atNanos());
    }
    Collections.sort(distances);
    return distances.isEmpty() ? 0 : distances.get(distances.size() / 2);
  }

  /** Returns labels with the unit, which is at the end of the name. */
  private static DoubleFunction<String> label(String name) {
    int brace = name.indexOf('{');
    String plain = brace < 0 ? name : name.substring(0, brace);
    if (plain.endsWith("_bytes")) {
      return Figures::bytes;
    }
    if (plain.endsWith("_seconds")) {
      return seconds -> Figures.duration(seconds * 1e9);
    }
    return plain.endsWith("/s") ? value -> Figures.shortRate(value) + "/s" : Figures::shortRate;
  }
}
