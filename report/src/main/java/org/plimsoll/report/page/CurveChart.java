package org.plimsoll.report.page;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.result.CurvePoint;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;

/** Renders the latency-throughput curve as SVG. */
final class CurveChart {
  private static final List<String> NAMES = List.of("p50", "p90", "p99", "p999");
  private static final List<String> TITLES = List.of("p50", "p90", "p99", "p99.9");

  private CurveChart() {}

  /**
   * Renders the curve; null without points.
   *
   * @param bounds horizontal lines by name, in nanoseconds
   * @param marks vertical lines by name, at a throughput
   */
  static @Nullable String of(
      List<CurvePoint> points, Map<String, Double> bounds, Map<String, Double> marks) {
    List<CurvePoint> ascending =
        points.stream()
            .filter(point -> point.throughputPerSecond() > 0)
            .sorted(Comparator.comparingDouble(CurvePoint::load))
            .toList();
    if (ascending.isEmpty()) {
      return null;
    }
    double[] xs = ascending.stream().mapToDouble(CurvePoint::throughputPerSecond).toArray();
    double max = 0;
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    Map<String, double[]> lines = new LinkedHashMap<>();
    for (int i = 0; i < NAMES.size(); i++) {
      String name = NAMES.get(i);
      double[] ys = values(ascending, point -> nanos(point.latencyNanos(), name));
      lines.put(TITLES.get(i), ys);
      for (double y : ys) {
        if (y > 0) {
          least = Math.min(least, y);
          most = Math.max(most, y);
        }
      }
    }
    for (double x : xs) {
      max = Math.max(max, x);
    }
    for (double bound : bounds.values()) {
      least = Math.min(least, bound);
      most = Math.max(most, bound);
    }
    if (most == 0) {
      return null;
    }
    for (double mark : marks.values()) {
      max = Math.max(max, mark);
    }
    Axis y = Axis.decades(least, most, Figures::duration);
    Chart chart = new Chart(Axis.linear(max, 8, v -> Figures.shortRate(v) + "/s"), y);
    int color = 1;
    for (Map.Entry<String, double[]> line : lines.entrySet()) {
      chart.line(new Series(line.getKey(), "c" + color++, xs, line.getValue()));
    }
    double right = max * 1.05;
    bounds.forEach((name, nanos) ->
        chart.line(new Series(name, "bad", new double[] {0, right}, new double[] {nanos, nanos})));
    marks.forEach((name, at) ->
        chart.line(new Series(name, "c0", new double[] {at, at}, new double[] {y.from(), y.to()})));
    return chart.svg("Latency against throughput");
  }

  private static double[] values(List<CurvePoint> points, ToDoubleFunction<CurvePoint> value) {
    return points.stream().mapToDouble(value).toArray();
  }

  private static double nanos(Latency latency, String name) {
    Double nanos = Latencies.named(latency, name);
    return nanos == null ? Double.NaN : Math.max(nanos, 500);
  }
}
