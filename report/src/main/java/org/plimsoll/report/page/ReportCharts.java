package org.plimsoll.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RecordedRun;

/** Renders the plots of a report; each is null if there is nothing to plot. */
final class ReportCharts {
  private static final double[] PERCENTILES = {50, 90, 99, 99.9};
  private static final long SHORTEST_RATE_NANOS = 200_000_000;

  private final RecordedRun run;
  private final Axis time;
  private final LoadScale scale;
  private final double[] ends;
  private final EventMarks marks;

  ReportCharts(RecordedRun run) {
    this.run = run;
    ends = run.intervals().stream().mapToDouble(each -> each.window().atNanos()).toArray();
    scale = new LoadScale(run.intervals());
    time = Axis.time(ends.length == 0 ? 0 : ends[ends.length - 1]);
    marks = new EventMarks(run.events(), time.to());
  }

  @Nullable String throughput() {
    double[] throughput = of(i -> isWhole(i) ? i.figures().throughputPerSecond() : Double.NaN);
    double[] target =
        of(i -> i.figures().targetPerSecond() > 0 ? i.figures().targetPerSecond() : Double.NaN);
    double[] failed = of(ReportCharts::failedPerSecond);
    if (ends.length == 0) {
      return null;
    }
    double max = scale.range(failed, throughput, target).max();
    Chart chart = new Chart(time, Axis.linear(max, 5, v -> Figures.shortRate(v) + "/s"));
    if (max(target) > 0) {
      chart.line(new Series("target", "c0", ends, target));
    }
    chart.line(new Series("throughput", "c1", ends, throughput));
    if (max(failed) > 0) {
      chart.line(new Series("failed", "bad", ends, failed));
    }
    events(chart);
    return chart.svg("Throughput over time");
  }

  private static double failedPerSecond(Interval interval) {
    double failed = interval.figures().accounting().errors().total();
    return isWhole(interval) ? failed * 1e9 / (double) interval.window().lengthNanos() : Double.NaN;
  }

  /**
   * Returns whether an interval is complete. The partial second at the end of a run gives no rate.
   */
  private static boolean isWhole(Interval interval) {
    return interval.window().lengthNanos() >= SHORTEST_RATE_NANOS;
  }

  /** Returns the tag of all operations together. */
  String mainTag() {
    Histogram response = run.micros().byTag().get("all/response");
    return response != null && response.getTotalCount() > 0 ? "all/response" : "all/service";
  }

  @Nullable String percentiles() {
    String tag = mainTag();
    List<RecordedRun.Slice> slices = run.micros().slices();
    double[] xs = slices.stream().mapToDouble(RecordedRun.Slice::endNanos).toArray();
    double[][] lines = new double[PERCENTILES.length][xs.length];
    double[] slowest = of(interval -> probeNanos(interval, Interval.Percentiles::max));
    double[] median = of(interval -> probeNanos(interval, Interval.Percentiles::p50));
    LoadScale.Range range = scale.range(slowest, median);
    for (int i = 0; i < xs.length; i++) {
      Histogram micros = slices.get(i).micros().get(tag);
      boolean counts = scale.counts(slices.get(i));
      for (int p = 0; p < PERCENTILES.length; p++) {
        lines[p][i] = micros == null ? Double.NaN : supported(micros, PERCENTILES[p]);
        range.add(lines[p][i], counts);
      }
    }
    if (range.isEmpty()) {
      return null;
    }
    Chart chart = new Chart(time, Axis.decades(range.min(), range.max(), Figures::duration));
    for (int p = PERCENTILES.length - 1; p >= 0; p--) {
      chart.line(new Series("p" + trim(PERCENTILES[p]), "c" + (p + 1), xs, lines[p]));
    }
    if (hasProbe()) {
      chart.line(new Series("probe, slowest", "bad", ends, slowest));
      chart.line(new Series("probe, median", "c0", ends, median));
    }
    events(chart);
    return chart.svg("Percentiles over time");
  }

  String percentilesCaption() {
    String caption = "Log axis; 10 samples lie beyond each point.";
    return hasProbe()
        ? caption
            + " The probe's lines are the response times of the few operations that it "
            + "sends per second."
        : caption;
  }

  private boolean hasProbe() {
    return run.intervals().stream().anyMatch(interval -> interval.probe() != null);
  }

  private double probeNanos(Interval interval, ToDoubleFunction<Interval.Percentiles> value) {
    Interval.LoadInterval probe = interval.probe();
    Interval.OperationInterval all = probe == null ? null : probe.operations().get("all");
    if (all == null || all.responseNanos().count() == 0) {
      return Double.NaN;
    }
    return Math.max(500, value.applyAsDouble(all.responseNanos()));
  }

  boolean hasScenarios() {
    return scenarioTags().size() > 1;
  }

  /** Returns, for each scenario, the tag of all its operations. */
  private List<String> scenarioTags() {
    return run.micros().byTag().keySet().stream()
        .map(tag -> tag.split("/", -1))
        .filter(parts -> parts.length == 3 && parts[1].equals("all") && !parts[0].equals("probe"))
        .map(parts -> parts[0])
        .distinct()
        .map(name -> {
          String response = name + "/all/response";
          return run.micros().byTag().containsKey(response) ? response : name + "/all/service";
        })
        .toList();
  }

  /** Renders the p99 of each scenario over time. */
  @Nullable String scenarios() {
    List<RecordedRun.Slice> slices = run.micros().slices();
    double[] xs = slices.stream().mapToDouble(RecordedRun.Slice::endNanos).toArray();
    List<Series> lines = new ArrayList<>();
    LoadScale.Range range = new LoadScale.Range();
    for (String tag : scenarioTags()) {
      double[] ys = new double[xs.length];
      for (int i = 0; i < xs.length; i++) {
        Histogram micros = slices.get(i).micros().get(tag);
        ys[i] = micros == null ? Double.NaN : supported(micros, 99);
        range.add(ys[i], scale.counts(slices.get(i)));
      }
      lines.add(new Series(tag.replace('/', ' '), "c" + (1 + lines.size() % 5), xs, ys));
    }
    if (range.isEmpty()) {
      return null;
    }
    Chart chart = new Chart(time, Axis.decades(range.min(), range.max(), Figures::duration));
    lines.forEach(chart::line);
    events(chart);
    return chart.svg("The p99 of each scenario over time");
  }

  /** Returns a percentile in nanoseconds, or NaN with fewer than 10 samples beyond it. */
  private static double supported(Histogram micros, double percentile) {
    double beyond = micros.getTotalCount() * (100 - percentile) / 100;
    return beyond < 10 ? Double.NaN : Axis.logNanos(micros.getValueAtPercentile(percentile));
  }

  private static String trim(double value) {
    return value == Math.rint(value) ? String.valueOf((long) value) : String.valueOf(value);
  }

  @Nullable String heatMap() {
    HeatMap map = HeatMap.of(run.micros().slices(), mainTag(), scale);
    if (map == null) {
      return null;
    }
    Chart chart = new Chart(time, map.latency());
    map.shades().forEach(chart::shade);
    events(chart);
    return chart.svg("Latency heat map: time across, latency up, darker is more");
  }

  /**
   * Renders latency against 1 / (1 - p) on a log axis, up to the percentile with 10 samples beyond
   * it.
   */
  @Nullable String curve() {
    double max = 0;
    double min = Double.POSITIVE_INFINITY;
    double farthest = 10;
    List<Series> lines = new ArrayList<>();
    for (Map.Entry<String, Histogram> entry : run.micros().byTag().entrySet()) {
      Histogram micros = entry.getValue();
      if (micros.getTotalCount() < 20 || !isOnCurve(entry.getKey())) {
        continue;
      }
      double last = micros.getTotalCount() / 10.0;
      int points = 120;
      double[] xs = new double[points + 1];
      double[] ys = new double[points + 1];
      for (int i = 0; i <= points; i++) {
        xs[i] = Math.pow(last, (double) i / points);
        ys[i] = Axis.logNanos(micros.getValueAtPercentile(100 * (1 - 1 / xs[i])));
        min = Math.min(min, ys[i]);
        max = Math.max(max, ys[i]);
      }
      farthest = Math.max(farthest, last);
      lines.add(new Series(entry.getKey().replace('/', ' '), "c" + (1 + lines.size() % 5), xs, ys));
    }
    if (lines.isEmpty()) {
      return null;
    }
    Axis tail = Axis.decades(1, farthest, ReportCharts::percentile);
    Chart chart = new Chart(tail, Axis.decades(min, max, Figures::duration));
    lines.forEach(chart::line);
    return chart.svg("Latency by percentile");
  }

  /**
   * Returns whether the tag has a curve: each operation, and one line for each scenario and the
   * probe.
   */
  private boolean isOnCurve(String tag) {
    String[] parts = tag.split("/", -1);
    List<String> scenarios = scenarioTags();
    if (parts.length == 3) {
      return scenarios.contains(tag) || tag.equals("probe/all/response");
    }
    boolean only =
        run.micros().byTag().keySet().stream().filter(ReportCharts::isOfLoad).count() <= 3;
    return parts.length == 2 && scenarios.isEmpty() && (!parts[0].equals("all") || only);
  }

  private static boolean isOfLoad(String tag) {
    return !tag.startsWith("probe/");
  }

  static String percentile(double tail) {
    if (tail < 1.5) {
      return "min";
    }
    int nines = (int) Math.round(Math.log10(tail));
    return nines == 1 ? "p90" : nines == 2 ? "p99" : "p99." + "9".repeat(nines - 2);
  }

  @Nullable String dispatchLag() {
    double[] p50 = of(i -> positive(i.dispatchLagNanos().p50()));
    double[] p99 = of(i -> positive(i.dispatchLagNanos().p99()));
    double[] most = of(i -> positive(i.dispatchLagNanos().max()));
    double max = scale.range(most).max();
    if (!(max > 0)) {
      return null;
    }
    double min = Math.min(scale.range(p50).min(), max / 10);
    Chart chart = new Chart(time, Axis.decades(min, max, Figures::duration));
    chart.line(new Series("max", "c4", ends, most));
    chart.line(new Series("p99", "c3", ends, p99));
    chart.line(new Series("p50", "c1", ends, p50));
    events(chart);
    return chart.svg("Dispatch lag over time");
  }

  @Nullable String inFlight() {
    double[] inFlight = of(each -> each.figures().inFlight());
    double[] backlog = of(each -> each.figures().backlog());
    double max = scale.range(inFlight, backlog).max();
    if (ends.length == 0) {
      return null;
    }
    Chart chart = new Chart(time, Axis.linear(max, 5, Figures::shortRate));
    chart.line(new Series("in flight", "c1", ends, inFlight));
    chart.line(new Series("backlog", "bad", ends, backlog));
    events(chart);
    return chart.svg("Operations in flight and waiting over time");
  }

  /** Adds the events and the disturbed intervals to a chart. */
  private void events(Chart chart) {
    DisturbedBands.of(run.intervals()).forEach(chart::band);
    marks.marks().forEach(chart::mark);
  }

  EventMarks marks() {
    return marks;
  }

  private double[] of(ToDoubleFunction<Interval> value) {
    return run.intervals().stream().mapToDouble(value).toArray();
  }

  private static double positive(long value) {
    return value > 0 ? value : Double.NaN;
  }

  LoadScale scale() {
    return scale;
  }

  private static double max(double[] values) {
    double max = 0;
    for (double value : values) {
      max = value > max ? value : max;
    }
    return max;
  }
}
