package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.result.Figures;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.SeriesId;

/**
 * Renders the latency that the server reports, together with the one that the client measured. The
 * difference is the network, the client library, or the wait until the server accepts the request.
 */
final class ServerLatencyChart {
  private static final String SERVICE = "all/service";
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NANOS_PER_MICRO = 1e3;

  /**
   * Maximum number of lines of the server: the number of colors, except that of the client's line.
   */
  private static final int LINES_MAX = 3;

  private ServerLatencyChart() {}

  /** Returns the chart; null if the server reported no latency. */
  static @Nullable String of(RecordedRun run) {
    LoadScale scale = new LoadScale(run.intervals());
    ReadingLines readings = new ReadingLines(run.intervals(), scale);
    LoadScale.Range range = new LoadScale.Range();
    List<Series> lines = new ArrayList<>();
    for (String name : readings.counts().keySet()) {
      SeriesId id = SeriesId.parse(name);
      if (id.isLatency() && id.node().isEmpty() && lines.size() < LINES_MAX) {
        String label = "server: " + words(id.metric());
        String color = "c" + (3 + lines.size());
        lines.add(readings.line(name, label, color, NANOS_PER_SECOND, range));
      }
    }
    if (lines.isEmpty() || range.isEmpty()) {
      return null;
    }
    lines.add(client(run, scale, range, "client: mean", "c1", Histogram::getMean));
    lines.add(
        client(
            run,
            scale,
            range,
            "client: p99",
            "c2",
            its ->
                its.getTotalCount() < 1000 ? Double.NaN : (double) its.getValueAtPercentile(99)));
    double end = run.intervals().getLast().window().atNanos();
    Chart chart =
        new Chart(Axis.time(end), Axis.decades(range.min(), range.max(), Figures::duration));
    lines.forEach(chart::line);
    return chart.svg("Latency of the server and the client");
  }

  private static Series client(
      RecordedRun run,
      LoadScale scale,
      LoadScale.Range range,
      String name,
      String color,
      ToDoubleFunction<Histogram> micros) {
    List<RecordedRun.Slice> slices = run.micros().slices();
    double[] xs = slices.stream().mapToDouble(RecordedRun.Slice::endNanos).toArray();
    double[] ys = new double[xs.length];
    for (int i = 0; i < xs.length; i++) {
      Histogram its = slices.get(i).micros().get(SERVICE);
      ys[i] =
          its == null || its.getTotalCount() == 0
              ? Double.NaN
              : Math.max(micros.applyAsDouble(its), 0.5) * NANOS_PER_MICRO;
      range.add(ys[i], scale.counts(slices.get(i)));
    }
    return new Series(name, color, xs, ys);
  }

  private static String words(String metric) {
    return metric.replaceAll("_seconds$", "").replace('_', ' ');
  }
}
