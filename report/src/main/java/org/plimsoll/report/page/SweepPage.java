package org.plimsoll.report.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.report.terminal.LatencyCell;
import org.plimsoll.report.terminal.SweepTable;
import org.plimsoll.report.terminal.TuneTable;
import org.plimsoll.result.CurvePoint;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.SweepResult;
import org.plimsoll.result.SweepResult.Range;
import org.plimsoll.result.SweepResult.Row;
import org.plimsoll.result.SweepResult.Scalability;
import org.plimsoll.result.TuneResult.KneeResult;
import org.plimsoll.result.Validity;

/** Renders a sweep as one HTML file. */
public final class SweepPage {
  private static final int COLORS = 5;
  private static final int CURVE_POINTS = 60;

  private SweepPage() {}

  /** Renders the page. */
  public static String of(SweepResult result) throws IOException {
    ResultPage page =
        new ResultPage(
            "Plimsoll sweep",
            result.sweep().name() + " over " + String.join(", ", result.settings()),
            result.sweep().target(),
            result.sweep().startedAt() + " · seed " + result.sweep().seed());
    List<String> sentences = new ArrayList<>();
    for (Scalability law : result.scalability()) {
      sentences.add(
          "Scalability over " + law.over() + SweepTable.at(law) + ": " + law.text() + ".");
    }
    KneeResult knee = result.knee();
    if (knee != null) {
      sentences.add("Knee: " + TuneTable.kneeText(knee, "/s") + ".");
    }
    SweepResult.Study study = result.study();
    if (study != null) {
      sentences.addAll(study.notes());
    }
    page.verdict(validity(result).text(), result.rows().size() + " points", sentences);
    if (study != null) {
      StudySections.add(page, result, study);
    }
    page.chart(
        "Latency against throughput",
        curve(result),
        "One mark for each point of the grid; log axis. Percentiles come from the run with the "
            + "median p99.");
    for (Scalability law : result.scalability()) {
      page.chart(
          "Throughput over " + law.over() + SweepTable.at(law),
          scalability(result, law),
          "Measured values, and the fit of the Universal Scalability Law.");
    }
    table(page, result);
    return page.render();
  }

  private static Validity validity(SweepResult result) {
    Validity worst =
        result.rows().stream()
            .map(each -> each.repetitions().validity())
            .reduce(Validity.VALID, Validity::or);
    return worst == Validity.NONE ? Validity.INVALID : worst;
  }

  private static void table(ResultPage page, SweepResult result) {
    List<String> heads = new ArrayList<>(List.of("point", "runs", "answered", "min – max"));
    heads.addAll(List.of("p50", "p99", "p99.9", "errors", "cost/million", "result"));
    List<List<String>> rows = new ArrayList<>();
    for (Row row : result.rows()) {
      List<String> cells = new ArrayList<>();
      cells.add(SweepTable.point(row.point()));
      cells.add(String.valueOf(row.repetitions().runs()));
      Range throughput = row.figures().throughputPerSecond();
      Latency latency = row.figures().latencyNanos();
      if (throughput == null || latency == null) {
        cells.add(
            row.repetitions().failures().isEmpty()
                ? "not run"
                : String.join("; ", row.repetitions().failures()));
      } else {
        cells.add(Figures.rate((double) Math.round(throughput.median())));
        cells.add(
            Figures.shortRate(throughput.least()) + " – " + Figures.shortRate(throughput.most()));
        for (String name : List.of("p50", "p99", "p999")) {
          cells.add(LatencyCell.marked(latency, name));
        }
        cells.add(Figures.percent(row.figures().errorShare()));
        Double cost = row.figures().costPerMillion();
        cells.add(cost == null ? Figures.NONE : SweepTable.cost(cost));
        cells.add(
            row.repetitions().validity().text()
                + (row.repetitions().failed()
                    ? ", failed: missed " + String.join(", ", row.repetitions().missed())
                    : ""));
      }
      rows.add(cells);
    }
    page.table("Points", heads, rows, "* means: " + LatencyCell.FEW + ".");
  }

  private static @Nullable String curve(SweepResult result) {
    Map<String, List<Row>> groups = new LinkedHashMap<>();
    String load = result.settings().getFirst();
    for (Row row : result.rows()) {
      Map<String, String> others = new LinkedHashMap<>(row.point());
      others.remove(load);
      if (row.figures().throughputPerSecond() != null && row.figures().latencyNanos() != null) {
        groups.computeIfAbsent(SweepTable.point(others), key -> new ArrayList<>()).add(row);
      }
    }
    if (groups.size() == 1) {
      List<CurvePoint> points = new ArrayList<>();
      for (Row row : groups.values().iterator().next()) {
        Range throughput = row.figures().throughputPerSecond();
        Latency latency = row.figures().latencyNanos();
        if (throughput != null && latency != null) {
          points.add(new CurvePoint(points.size(), throughput.median(), latency));
        }
      }
      return CurveChart.of(points, Map.of(), Map.of());
    }
    List<Series> series = new ArrayList<>();
    groups.forEach((name, rows) ->
        series.add(
            new Series(
                "p99 at " + name,
                "c" + (series.size() % COLORS + 1),
                rows.stream().mapToDouble(SweepPage::throughput).toArray(),
                rows.stream().mapToDouble(SweepPage::p99).toArray())));
    return chart(series);
  }

  private static @Nullable String chart(List<Series> series) {
    double most = 0;
    double least = Double.POSITIVE_INFINITY;
    double right = 0;
    for (Series line : series) {
      for (int i = 0; i < line.ys().length; i++) {
        if (line.ys()[i] > 0) {
          most = Math.max(most, line.ys()[i]);
          least = Math.min(least, line.ys()[i]);
        }
        right = Math.max(right, line.xs()[i]);
      }
    }
    if (most == 0) {
      return null;
    }
    Chart chart =
        new Chart(
            Axis.linear(right, 8, v -> Figures.shortRate(v) + "/s"),
            Axis.decades(least, most, Figures::duration));
    series.forEach(chart::line);
    return chart.svg("p99 against throughput");
  }

  private static double throughput(Row row) {
    Range throughput = row.figures().throughputPerSecond();
    return throughput == null ? Double.NaN : throughput.median();
  }

  private static double p99(Row row) {
    Latency latency = row.figures().latencyNanos();
    Long nanos = latency == null ? null : latency.percentiles().p99();
    return nanos == null ? Double.NaN : Math.max(nanos, 500);
  }

  private static @Nullable String scalability(SweepResult result, Scalability law) {
    List<Row> rows =
        result.rows().stream()
            .filter(row -> {
              Map<String, String> others = new LinkedHashMap<>(row.point());
              others.remove(law.over());
              return others.equals(law.at()) && row.figures().throughputPerSecond() != null;
            })
            .toList();
    double[] xs =
        rows.stream().mapToDouble(row -> Double.parseDouble(row.point().get(law.over()))).toArray();
    double[] ys = rows.stream().mapToDouble(SweepPage::throughput).toArray();
    double right = 0;
    double top = 0;
    for (int i = 0; i < xs.length; i++) {
      right = Math.max(right, xs[i]);
      top = Math.max(top, ys[i]);
    }
    double[] curveXs = new double[CURVE_POINTS];
    double[] curveYs = new double[CURVE_POINTS];
    for (int i = 0; i < CURVE_POINTS; i++) {
      double n = 1 + (right - 1) * i / (CURVE_POINTS - 1.0);
      curveXs[i] = n;
      curveYs[i] =
          law.gamma().value()
              * n
              / (1 + law.alpha().value() * (n - 1) + law.beta().value() * n * (n - 1));
      top = Math.max(top, curveYs[i]);
    }
    Chart chart =
        new Chart(
            Axis.linear(right, 8, v -> Figures.tick(Figures.digits(v))),
            Axis.linear(top, 5, v -> Figures.shortRate(v) + "/s"));
    chart.line(new Series("law", "c0", curveXs, curveYs));
    chart.line(new Series("measured", "c1", xs, ys));
    return chart.svg("Throughput over " + law.over());
  }
}
