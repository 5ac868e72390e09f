package org.plimsoll.report.page;

import static java.util.stream.Collectors.partitioningBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.report.terminal.ComparisonTable;
import org.plimsoll.result.Comparison;
import org.plimsoll.result.Comparison.Of;
import org.plimsoll.result.Comparison.Row;
import org.plimsoll.result.Comparison.Side;
import org.plimsoll.result.ComparisonVerdict;
import org.plimsoll.result.Figures;
import org.plimsoll.result.LoggedHistograms;

/** Renders a comparison as one HTML file without scripts or requests. */
public final class ComparisonPage {
  private static final int CURVE_POINTS = 120;
  private static final String NONE = "–";

  private ComparisonPage() {}

  /** Renders the page. */
  public static String of(Comparison comparison) throws IOException {
    Map<String, Object> values = new HashMap<>();
    values.put("target", comparison.a().target());
    values.put("sentence", comparison.conclusion().sentence());
    values.put("sides", List.of(side("A", comparison.a()), side("against", comparison.against())));
    values.put("notes", comparison.conclusion().notes());
    values.put(
        "differing", comparison.differing().stream().map(ComparisonPage::differing).toList());
    Map<Boolean, List<Row>> rows =
        comparison.rows().stream().collect(partitioningBy(row -> row.subject().primary()));
    List<Row> primary = rows.getOrDefault(true, List.of());
    List<Row> exploratory = rows.getOrDefault(false, List.of());
    values.put("rows", primary.stream().map(ComparisonPage::row).toList());
    values.put("exploratory", exploratory.stream().map(ComparisonPage::row).toList());
    values.put("level", ComparisonTable.percent(comparison.criteria().level()));
    values.put("margin", ComparisonTable.percent(comparison.criteria().margin()));
    values.put("alpha", probability(1 - comparison.criteria().level()));
    values.put("curves", curves(comparison));
    List<Map<String, Object>> runs = new ArrayList<>();
    comparison.a().runs().forEach(run -> runs.add(run("A", run)));
    comparison.against().runs().forEach(run -> runs.add(run("against", run)));
    values.put("runs", runs);
    return Html.of("comparison", values);
  }

  private static Map<String, Object> side(String name, Side side) {
    return Map.of("name", name, "count", side.runs().size(), "target", side.target());
  }

  private static Map<String, Object> differing(Comparison.Differing each) {
    return Map.of("setting", each.setting(), "a", each.a(), "against", each.against());
  }

  private static Map<String, Object> row(Row row) {
    Comparison.Tested tested = row.tested();
    return Map.of(
        "operation",
        row.subject().operation(),
        "cells",
        List.of(
            (row.subject().kind() + " " + ComparisonTable.name(row)).strip(),
            ComparisonTable.value(row, row.samples().medianAgainst()),
            ComparisonTable.value(row, row.samples().median()),
            ComparisonTable.signed(row, row.shift()),
            tested == null ? NONE : ComparisonTable.interval(row),
            tested == null ? NONE : probability(tested.adjusted()),
            tested == null
                ? NONE
                : String.format(Locale.ROOT, "%+.2f, %s", tested.cliffsDelta(), tested.effect())),
        "cssClass",
        cssClass(row.verdict()),
        "verdict",
        row.verdict().text(),
        "note",
        row.note() == null ? "" : row.note());
  }

  private static Map<String, Object> run(String side, Of run) {
    return Map.of(
        "side", side,
        "name", run.name(),
        "startedAt", run.startedAt(),
        "validity", run.validity().text());
  }

  private static String probability(double p) {
    return p < 0.0005 ? "< 0.001" : Figures.tick(String.format(Locale.ROOT, "%.3f", p));
  }

  private static String cssClass(ComparisonVerdict verdict) {
    return switch (verdict) {
      case BETTER -> "slo-passed";
      case WORSE -> "slo-failed";
      case SAME, DIFFERENT -> "same";
      case MIXED, CANNOT_TELL, NOT_TESTED -> "slo-undecided";
    };
  }

  /** Returns the curves of the compared tags. */
  private static List<Map<String, Object>> curves(Comparison comparison) {
    List<Map<String, Object>> curves = new ArrayList<>();
    for (String tag : new TreeSet<>(comparison.a().micros().keySet())) {
      boolean isCompared =
          comparison.rows().stream()
              .anyMatch(row ->
                  tag.equals(
                      LoggedHistograms.safeTag(
                          row.subject().operation() + "/" + row.subject().kind())));
      String title = tag.replace('/', ' ') + " time by percentile";
      String svg = isCompared ? svg(comparison, tag, title) : null;
      if (svg != null) {
        curves.add(Map.of("title", title, "svg", svg));
      }
    }
    return curves;
  }

  /**
   * Renders both sides, each with all runs merged, against 1 / (1 - p) on a log axis; null with too
   * few samples.
   */
  private static @Nullable String svg(Comparison comparison, String tag, String title) {
    Series other = curve("against", "c3", comparison.against().micros().get(tag));
    Series mine = curve("A", "c1", comparison.a().micros().get(tag));
    if (other == null || mine == null) {
      return null;
    }
    double min = Math.min(mine.ys()[0], other.ys()[0]);
    double max = Math.max(mine.ys()[CURVE_POINTS], other.ys()[CURVE_POINTS]);
    double farthest = Math.max(mine.xs()[CURVE_POINTS], other.xs()[CURVE_POINTS]);
    Chart chart =
        new Chart(
            Axis.decades(1, Math.max(10, farthest), ReportCharts::percentile),
            Axis.decades(min, max, Figures::duration));
    chart.line(other);
    chart.line(mine);
    return chart.svg(title);
  }

  /** Returns a curve up to the percentile with 10 samples beyond it; null with too few samples. */
  private static @Nullable Series curve(String name, String cssClass, @Nullable Histogram micros) {
    if (micros == null || micros.getTotalCount() < 20) {
      return null;
    }
    double last = micros.getTotalCount() / 10.0;
    double[] xs = new double[CURVE_POINTS + 1];
    double[] ys = new double[CURVE_POINTS + 1];
    for (int i = 0; i <= CURVE_POINTS; i++) {
      xs[i] = Math.pow(last, (double) i / CURVE_POINTS);
      ys[i] = Axis.logNanos(micros.getValueAtPercentile(100 * (1 - 1 / xs[i])));
    }
    return new Series(name, cssClass, xs, ys);
  }
}
