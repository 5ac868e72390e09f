package org.plimsoll.report.page;

import org.plimsoll.result.ComparisonVerdict;
import org.plimsoll.result.Comparison;
import org.plimsoll.report.terminal.ComparisonTable;
import org.plimsoll.result.Figures;
import org.plimsoll.report.folder.HistogramLog;
import static org.plimsoll.report.page.Html.escape;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.page.Chart.Axis;
import org.plimsoll.report.page.Chart.Series;
import org.plimsoll.result.Comparison.Of;
import org.plimsoll.result.Comparison.Row;
import org.plimsoll.result.Comparison.Side;

/** A comparison as one HTML file without script and without any request. */
public final class ComparisonPage {
  private static final int CURVE_POINTS = 120;

  private final Comparison comparison;
  private final StringBuilder html = new StringBuilder();

  private ComparisonPage(Comparison comparison) {
    this.comparison = comparison;
  }

  /** The page. */
  public static String of(Comparison comparison) throws IOException {
    return new ComparisonPage(comparison).render();
  }

  private String render() throws IOException {
    HtmlReport.head(html, "comparison · " + comparison.a().target());
    html.append("</head>\n<body><main>\n<header><p class=\"brand\">Plimsoll comparison</p><h1>")
        .append(escape(comparison.sentence()))
        .append("</h1>");
    side("A", comparison.a());
    side("against", comparison.against());
    html.append("</header>\n");
    notes();
    rows();
    TreeSet<String> tags = new TreeSet<>(comparison.a().micros().keySet());
    tags.retainAll(comparison.against().micros().keySet());
    tags.stream().filter(this::isCompared).forEach(this::curves);
    runs();
    return html.append("</main></body></html>\n").toString();
  }

  private void side(String name, Side side) {
    html.append("<p class=\"target\">")
        .append(name)
        .append(": ")
        .append(side.runs().size())
        .append(" runs of ")
        .append(escape(side.target()))
        .append("</p>");
  }

  private void notes() {
    if (comparison.notes().isEmpty() && comparison.differing().isEmpty()) {
      return;
    }
    html.append("<section><h2>Before you believe it</h2><ul>");
    comparison.notes().forEach(note -> html.append("<li>").append(escape(note)).append("</li>"));
    html.append("</ul><table class=\"plain\">");
    for (Comparison.Differing each : comparison.differing()) {
      html.append("<tr><th>")
          .append(escape(each.setting()))
          .append("</th><td>")
          .append(escape(each.a()))
          .append(", against ")
          .append(escape(each.against()))
          .append("</td></tr>");
    }
    html.append("</table></section>\n");
  }

  private void rows() {
    html.append("<section><h2>Figures</h2><div class=\"scroll\"><table><thead><tr>")
        .append("<th>operation</th><th>figure</th><th>against</th><th>A</th><th>shift</th><th>")
        .append(ComparisonTable.percent(comparison.level()))
        .append(" interval</th><th title=\"adjusted for the number of figures\">p</th>")
        .append("<th>Cliff’s delta</th><th>verdict</th></tr></thead><tbody>");
    for (Row row : comparison.rows()) {
      html.append("<tr><th>").append(escape(row.operation())).append("</th>");
      cell((row.kind() + " " + ComparisonTable.name(row)).strip());
      cell(ComparisonTable.value(row, row.medianAgainst()));
      cell(ComparisonTable.value(row, row.median()));
      cell(ComparisonTable.signed(row, row.shift()));
      cell(
          ComparisonTable.signed(row, row.low()) + " … " + ComparisonTable.signed(row, row.high()));
      cell(probability(row.adjusted()));
      cell(String.format(Locale.ROOT, "%+.2f, %s", row.cliffsDelta(), row.effect()));
      html.append("<td><b class=\"")
          .append(cssClass(row.verdict()))
          .append("\" title=\"")
          .append(escape(row.note() == null ? "" : row.note()))
          .append("\">")
          .append(escape(row.verdict().text()))
          .append(row.note() == null ? "" : " *")
          .append("</b></td></tr>");
    }
    html.append("</tbody></table></div><p class=\"quiet\">Medians of the runs. The shift is A ")
        .append("against the other; of errors in percent points. <b>same</b>: the whole interval ")
        .append("is within ±")
        .append(ComparisonTable.percent(comparison.margin()))
        .append(". <b>better</b> and <b>worse</b>: Mann and Whitney’s test, adjusted by Holm for ")
        .append(comparison.rows().size())
        .append(" figures, p ≤ ")
        .append(probability(1 - comparison.level()))
        .append(".</p></section>\n");
  }

  private void cell(String text) {
    html.append("<td>").append(escape(text)).append("</td>");
  }

  private static String probability(double p) {
    return p < 0.0005 ? "< 0.001" : Figures.tick(String.format(Locale.ROOT, "%.3f", p));
  }

  private static String cssClass(ComparisonVerdict verdict) {
    return switch (verdict) {
      case BETTER -> "slo-passed";
      case WORSE -> "slo-failed";
      case SAME -> "same";
      case MIXED, CANNOT_TELL -> "slo-undecided";
    };
  }

  private boolean isCompared(String tag) {
    return comparison.rows().stream()
        .anyMatch(row -> tag.equals(HistogramLog.safeTag(row.operation() + "/" + row.kind())));
  }

  /** Both sides, all of their runs together, against 1 / (1 - p) on a log axis. */
  private void curves(String tag) {
    List<Series> lines = new ArrayList<>();
    Series other = curve("against", "c3", comparison.against().micros().get(tag));
    Series mine = curve("A", "c1", comparison.a().micros().get(tag));
    if (other == null || mine == null) {
      return;
    }
    lines.add(other);
    lines.add(mine);
    double min = Math.min(mine.ys()[0], other.ys()[0]);
    double max = Math.max(mine.ys()[CURVE_POINTS], other.ys()[CURVE_POINTS]);
    double farthest = Math.max(mine.xs()[CURVE_POINTS], other.xs()[CURVE_POINTS]);
    Chart chart =
        new Chart(
            Axis.decades(1, Math.max(10, farthest), ReportCharts::percentile),
            Axis.decades(min, max, Figures::duration));
    lines.forEach(chart::line);
    String title = tag.replace('/', ' ') + " time by percentile";
    html.append("<section><h2>")
        .append(escape(title))
        .append("</h2>")
        .append(chart.svg(title))
        .append("<p class=\"quiet\">The runs of each side together.</p></section>\n");
  }

  /** As far as 10 samples lie beyond; null with too few. */
  private static @Nullable Series curve(String name, String cssClass, @Nullable Histogram micros) {
    if (micros == null || micros.getTotalCount() < 20) {
      return null;
    }
    double last = micros.getTotalCount() / 10.0;
    double[] xs = new double[CURVE_POINTS + 1];
    double[] ys = new double[CURVE_POINTS + 1];
    for (int i = 0; i <= CURVE_POINTS; i++) {
      xs[i] = Math.pow(last, (double) i / CURVE_POINTS);
      ys[i] = ReportCharts.nanos(micros.getValueAtPercentile(100 * (1 - 1 / xs[i])));
    }
    return new Series(name, cssClass, xs, ys);
  }

  private void runs() {
    html.append("<section><h2>Runs</h2><table class=\"plain\">");
    comparison.a().runs().forEach(run -> run("A", run));
    comparison.against().runs().forEach(run -> run("against", run));
    html.append("</table></section>\n");
  }

  private void run(String side, Of run) {
    html.append("<tr><th>")
        .append(side)
        .append("</th><td>")
        .append(escape(run.name()))
        .append("</td><td>")
        .append(escape(run.startedAt()))
        .append("</td><td>")
        .append(run.validity().text())
        .append("</td></tr>");
  }
}
