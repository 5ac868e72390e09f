package org.plimsoll.report.page;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;

/**
 * Renders a chart as a stand-alone SVG file in the style of the report, for other pages. It follows
 * the reader's light or dark scheme.
 */
public final class Picture {
  private static final int POINTS = 160;
  private static final double LEAST_NANOS = 500;

  private Picture() {}

  /** The scale of durations. */
  public enum Scale {
    LINEAR,
    LOG
  }

  /**
   * A line of a chart. A value that is not finite, or not positive on a log axis, interrupts it.
   */
  public record Line(String name, List<Double> xs, List<Double> ys) {
    public Line {
      xs = List.copyOf(xs);
      ys = List.copyOf(ys);
      if (xs.size() != ys.size()) {
        throw new IllegalArgumentException(xs.size() + " xs for " + ys.size() + " ys");
      }
    }
  }

  /**
   * Renders durations (in nanoseconds) over time (in nanoseconds since the start).
   *
   * @param intervals intervals of the run; invalid ones are shaded; may be empty
   * @param events events to mark; may be empty
   */
  public static String overTime(
      String title, Scale scale, List<Line> lines, List<Interval> intervals, List<RunEvent> events)
      throws IOException {
    double end = lines.stream().flatMap(line -> line.xs().stream()).reduce(0.0, Math::max);
    Axis time = Axis.time(end);
    Chart chart = new Chart(time, durations(scale, lines));
    DisturbedBands.of(intervals).forEach(chart::band);
    new EventMarks(events, time.to()).marks().forEach(chart::mark);
    add(chart, lines);
    return chart.file(title, css());
  }

  /** Renders durations by percentile, up to the percentile with 10 samples beyond it. */
  public static String byPercentile(String title, Scale scale, Map<String, Histogram> nanos)
      throws IOException {
    List<Line> lines = new ArrayList<>();
    double farthest = 10;
    for (Map.Entry<String, Histogram> entry : nanos.entrySet()) {
      double last = entry.getValue().getTotalCount() / 10.0;
      farthest = Math.max(farthest, last);
      List<Double> xs = new ArrayList<>();
      List<Double> ys = new ArrayList<>();
      for (int i = 0; i <= POINTS; i++) {
        double tail = Math.pow(last, (double) i / POINTS);
        xs.add(tail);
        ys.add(
            Math.max(
                LEAST_NANOS, (double) entry.getValue().getValueAtPercentile(100 * (1 - 1 / tail))));
      }
      lines.add(new Line(entry.getKey(), xs, ys));
    }
    Axis tail = Axis.decades(1, farthest, ReportCharts::percentile);
    Chart chart = new Chart(tail, durations(scale, lines));
    add(chart, lines);
    return chart.file(title, css());
  }

  /**
   * Renders durations (in nanoseconds, from 0) against a number such as the number of workers (on a
   * log axis).
   *
   * @param ticks labeled numbers
   */
  public static String against(String title, List<Line> lines, List<Double> ticks)
      throws IOException {
    double least = lines.stream().flatMap(l -> l.xs().stream()).reduce(1e300, Math::min);
    double most = lines.stream().flatMap(l -> l.xs().stream()).reduce(0.0, Math::max);
    Axis across = new Axis(least, most, true, ticks, value -> Figures.count(Math.round(value)));
    Chart chart = new Chart(across, durations(Scale.LINEAR, lines));
    add(chart, lines);
    return chart.file(title, css());
  }

  private static Axis durations(Scale scale, List<Line> lines) {
    double least = 1e300;
    double most = LEAST_NANOS;
    for (Line line : lines) {
      for (double value : line.ys()) {
        if (value > 0) {
          least = Math.min(least, value);
          most = Math.max(most, value);
        }
      }
    }
    if (scale == Scale.LINEAR) {
      return Axis.linear(most, 6, Figures::duration);
    }
    return Axis.decades(Math.min(least, most), most, Figures::duration);
  }

  private static void add(Chart chart, List<Line> lines) {
    int number = 1;
    for (Line line : lines) {
      chart.line(new Chart.Series(line.name(), "c" + number++, array(line.xs()), array(line.ys())));
    }
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static String css() throws IOException {
    try (InputStream css = Picture.class.getResourceAsStream("picture.css")) {
      return new String(
          Objects.requireNonNull(css, "picture.css").readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
