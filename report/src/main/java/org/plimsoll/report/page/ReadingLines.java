package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Interval;

/** The telemetry of a run as lines of charts. Two successive readings are some seconds apart. */
final class ReadingLines {
  /** A gap longer than this multiple of the usual distance interrupts the line. */
  private static final double GAP = 2.5;

  private final Map<String, List<Point>> points = new TreeMap<>();

  /** A reading; {@code counts} is true if it sets the scale. */
  private record Point(double atNanos, double value, boolean counts) {}

  ReadingLines(List<Interval> intervals, LoadScale scale) {
    for (Interval interval : intervals) {
      interval
          .telemetry()
          .forEach((name, value) ->
              points
                  .computeIfAbsent(name, _ -> new ArrayList<>())
                  .add(new Point(interval.window().atNanos(), value, scale.counts(interval))));
    }
  }

  /** Returns the names of all series, in order. */
  Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    points.forEach((name, its) -> counts.put(name, its.size()));
    return counts;
  }

  /**
   * Returns a series as a line.
   *
   * @param factor factor by which values are multiplied
   * @param range receives the values that set the scale
   */
  Series line(String name, String label, String cssClass, double factor, LoadScale.Range range) {
    List<Point> its = points.getOrDefault(name, List.of());
    double[] xs = new double[2 * its.size()];
    double[] ys = new double[2 * its.size()];
    double usual = usualDistance(its);
    int n = 0;
    for (int i = 0; i < its.size(); i++) {
      Point point = its.get(i);
      if (i > 0 && point.atNanos() - its.get(i - 1).atNanos() > GAP * usual) {
        xs[n] = its.get(i - 1).atNanos();
        ys[n++] = Double.NaN;
      }
      xs[n] = point.atNanos();
      ys[n++] = point.value() * factor;
      range.add(point.value() * factor, point.counts());
    }
    return new Series(label, cssClass, Arrays.copyOf(xs, n), Arrays.copyOf(ys, n));
  }

  private static double usualDistance(List<Point> points) {
    List<Double> distances = new ArrayList<>();
    for (int i = 1; i < points.size(); i++) {
      distances.add(points.get(i).atNanos() - points.get(i - 1).atNanos());
    }
    Collections.sort(distances);
    return distances.isEmpty() ? 0 : distances.get(distances.size() / 2);
  }

  /** Returns a formatter of labels with the unit, which the metric's name ends with. */
  static DoubleFunction<String> label(String metric) {
    boolean perSecond = metric.endsWith("/s");
    String plain = perSecond ? metric.substring(0, metric.length() - 2) : metric;
    if (plain.endsWith("_bytes")) {
      return perSecond ? value -> Figures.bytes(value) + "/s" : Figures::bytes;
    }
    if (plain.endsWith("_ratio")) {
      return Figures::percent;
    }
    if (plain.endsWith("_seconds")) {
      // Seconds of work per second are the number of busy processors or threads.
      return perSecond ? Figures::digits : seconds -> Figures.duration(seconds * 1e9);
    }
    return perSecond ? value -> Figures.shortRate(value) + "/s" : Figures::shortRate;
  }
}
