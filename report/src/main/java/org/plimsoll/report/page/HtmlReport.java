package org.plimsoll.report.page;

import org.plimsoll.result.Latency;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Validity;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.report.terminal.ConsistencyText;
import org.plimsoll.result.DriverCounts;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Interval;
import org.plimsoll.report.terminal.LatencyCell;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.terminal.ResultRow;
import org.plimsoll.result.RunEvent;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Summary;
import org.plimsoll.report.terminal.SummaryTable;
import static org.plimsoll.report.page.Html.escape;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;

/**
 * A run as one HTML file without script and without any request: it opens from a mail, an artefact
 * store with a strict content policy, or a disk without network, and prints.
 */
public final class HtmlReport {
  private static final Map<String, String> WAITS =
      Map.of(
          "generator", "for the generator",
          "bound", "for the in-flight bound",
          "session", "for a session");

  private final RecordedRun run;
  private final @Nullable Summary summary;
  private final StringBuilder html = new StringBuilder();

  private HtmlReport(RecordedRun run) {
    this.run = run;
    summary = run.summary();
  }

  /** The page. */
  public static String of(RecordedRun run) throws IOException {
    return new HtmlReport(run).render();
  }

  /** Reads a run folder and writes {@code report.html} into it. */
  public static Path write(Path folder) throws IOException {
    Path file = folder.resolve(RunFolder.REPORT);
    Files.writeString(file, of(RunReader.read(folder)));
    return file;
  }

  private String render() throws IOException {
    String title = run.run().name() + " · " + run.run().target();
    head(html, title);
    html.append("</head>\n<body class=\"").append(validity().text()).append("\"><main>\n");
    header();
    verdict();
    if (summary != null) {
      tiles(summary);
      latencies(summary);
      html.append(ScenarioSections.of(summary));
      accounting(summary);
      errors(summary);
      waits(summary);
      consistency(summary);
    }
    ReportCharts charts = new ReportCharts(run);
    charts(charts);
    events(charts.marks());
    facts();
    return html.append("</main></body></html>\n").toString();
  }

  /** From the first byte to the end of the style sheet; the head is still open. */
  static void head(StringBuilder html, String title) throws IOException {
    html.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n")
        .append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .append("style-src 'unsafe-inline'\">\n")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .append("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
        .append(escape(title))
        .append("</title>\n<style>\n")
        .append(css())
        .append("</style>");
  }

  static String css() throws IOException {
    try (InputStream css = HtmlReport.class.getResourceAsStream("report.css")) {
      return new String(
          Objects.requireNonNull(css, "report.css").readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** Without a summary {@link Validity#NONE}. */
  private Validity validity() {
    return summary == null ? Validity.NONE : summary.verdict().validity();
  }

  /** Said beside every heading over numbers when they cannot be taken at face value. */
  private String badge() {
    return badge(validity());
  }

  private static String badge(Validity validity) {
    return validity.isDisturbed()
        ? " <span class=\"badge " + validity.text() + "\">" + validity.text() + "</span>"
        : "";
  }

  private void header() {
    html.append("<header><p class=\"brand\">Plimsoll run</p><h1>")
        .append(escape(run.run().name()))
        .append("</h1><p class=\"target\">")
        .append(escape(run.run().target()))
        .append("</p><p class=\"quiet\">")
        .append(escape(run.run().startedAt()))
        .append(" · seed ")
        .append(run.run().seed())
        .append("</p></header>\n");
  }

  private void tiles(Summary result) {
    Double target = result.load().targetPerSecond();
    Summary.OperationSummary all = result.operations().get("all");
    html.append("<div class=\"tiles\">");
    tile("achieved", Figures.rate(result.throughputPerSecond()));
    if (target != null && target > 0) {
      tile("target", Figures.rate(target));
      tile("of it", Figures.percent(result.throughputPerSecond() / target));
    }
    if (all != null) {
      Latency response = all.responseNanos();
      Latency latency = response == null ? all.serviceNanos() : response;
      List<LatencyCell> row = LatencyCell.row(latency);
      String kind = response == null ? " service" : " response";
      tile("p50" + kind, row.get(0).text());
      tile("p99" + kind, row.get(3).text());
    }
    tile(result.load().model() + " load for", Figures.duration(result.elapsedNanos()));
    html.append("</div>\n");
  }

  private void tile(String name, String value) {
    html.append("<div class=\"tile\"><b class=\"n\">")
        .append(escape(value))
        .append("</b><span>")
        .append(escape(name))
        .append("</span></div>");
  }

  private void verdict() {
    if (summary == null) {
      html.append("<section class=\"verdict undecided\"><h2>No summary</h2><p>The run is ")
          .append("still going, or was killed. What it had recorded by then is below; nothing ")
          .append("has judged these numbers.</p></section>\n");
      return;
    }
    Summary.Verdict verdict = summary.verdict();
    html.append("<section class=\"verdict ").append(validity().text()).append("\"><h2>");
    html.append(
        switch (validity()) {
          case VALID -> "Valid: the generator did not disturb these numbers";
          case SUSPECT -> "Suspect: something may have disturbed these numbers";
          default -> "Invalid: do not rely on these numbers";
        });
    html.append("</h2>");
    if (verdict.slo() != SloOutcome.NONE) {
      html.append("<p>SLO <b class=\"slo-")
          .append(verdict.slo().text())
          .append("\">")
          .append(verdict.slo().text())
          .append("</b></p>");
    }
    html.append("<ul>");
    for (Summary.SloResult objective : verdict.objectives()) {
      Double observed = objective.observed();
      html.append("<li><code>")
          .append(escape(objective.objective()))
          .append("</code> <b class=\"slo-")
          .append(objective.result().text())
          .append("\">")
          .append(objective.result().text())
          .append("</b>");
      if (observed != null) {
        html.append(", observed ")
            .append(escape(SummaryTable.observed(objective.objective(), observed)));
      }
      html.append("</li>");
    }
    for (Summary.Finding finding : verdict.findings()) {
      html.append("<li><span class=\"badge ")
          .append(finding.severity().text())
          .append("\">")
          .append(finding.severity().text())
          .append("</span> ")
          .append(escape(finding.text()))
          .append("</li>");
    }
    html.append("</ul></section>\n");
  }

  private void latencies(Summary result) {
    html.append("<section><h2>Latency")
        .append(badge())
        .append("</h2><div class=\"scroll\"><table>")
        .append("<thead><tr><th>operation</th><th class=\"roomy\">count</th>")
        .append("<th class=\"roomy\">rate</th><th></th>");
    LatencyCell.TITLES.forEach(title -> html.append("<th>").append(title).append("</th>"));
    html.append("</tr></thead><tbody>");
    ResultRow.of(result).forEach(this::rows);
    html.append("</tbody></table></div><p class=\"quiet\">Response time runs from the intended ")
        .append("start, service time from the moment of sending. <b>&gt;</b>: ")
        .append(LatencyCell.CENSORED)
        .append(". <b>–</b>: ")
        .append(LatencyCell.UNSUPPORTED)
        .append(", or ")
        .append(LatencyCell.ABSENT)
        .append(".</p></section>\n");
  }

  private void rows(ResultRow row) {
    Summary.OperationSummary operation = row.operation();
    Latency response = operation.responseNanos();
    html.append("<tr><th rowspan=\"")
        .append(response == null ? 1 : 2)
        .append("\">")
        .append(escape(row.name()))
        .append(row.validity().equals(validity()) ? "" : badge(row.validity()))
        .append("</th>");
    int span = response == null ? 1 : 2;
    for (String figure :
        List.of(Figures.count(operation.count()), Figures.rate(operation.throughputPerSecond()))) {
      html.append("<td class=\"n roomy\" rowspan=\"").append(span).append("\">");
      html.append(figure).append("</td>");
    }
    if (response != null) {
      latencyCells("response", response);
      html.append("</tr><tr class=\"service\">");
    }
    latencyCells("service", operation.serviceNanos());
    html.append("</tr>");
  }

  private void latencyCells(String kind, Latency latency) {
    html.append("<td>").append(kind).append("</td>");
    cells(latency);
  }

  private void cells(Latency latency) {
    List<LatencyCell> row = LatencyCell.row(latency);
    for (int i = 0; i < row.size(); i++) {
      LatencyCell cell = row.get(i);
      String name = LatencyCell.NAMES.get(i);
      String half = LatencyCell.halfWidth(latency, name);
      html.append("<td class=\"")
          .append(cell.kind() == LatencyCell.Kind.NUMBER ? "n" : "missing")
          .append("\" title=\"")
          .append(escape(cell.reason() + LatencyCell.interval(latency, name)))
          .append("\">")
          .append(escape(cell.text()))
          .append(half.isEmpty() ? "" : "<small> ±" + half + "</small>")
          .append("</td>");
    }
  }

  private void accounting(Summary result) {
    Summary.Accounting a = result.accounting();
    html.append("<section><h2>Accounting")
        .append(badge())
        .append("</h2><div class=\"tiles four\">");
    tile("scheduled", Figures.count(a.scheduled()));
    tile("succeeded", Figures.count(a.succeeded()));
    tile("not found", Figures.count(a.notFound()));
    tile("failed", Figures.count(a.failed()));
    tile("timed out", Figures.count(a.timedOut()));
    tile("not sent", Figures.count(a.notSent()));
    tile("shed", Figures.count(a.shed()));
    tile("unfinished", Figures.count(a.unfinished()));
    if (a.clientCached() > 0) {
      tile("client cache", Figures.count(a.clientCached()));
    }
    html.append("</div></section>\n");
  }

  private void errors(Summary result) {
    html.append("<section><h2>Errors by code").append(badge()).append("</h2>");
    Summary.OperationSummary all = result.operations().get("all");
    if (all == null || all.failures().isEmpty()) {
      html.append("<p>None.</p></section>\n");
      return;
    }
    boolean says = !all.failureMessages().isEmpty();
    html.append("<table class=\"plain\">");
    if (says) {
      html.append("<thead><tr><th></th><th></th><th>the first said</th></tr></thead>");
    }
    html.append("<tbody>");
    all.failures().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .forEach(e -> {
          html.append("<tr><th>").append(escape(e.getKey())).append("</th><td class=\"number\">");
          html.append(Figures.count(e.getValue())).append("</td>");
          if (says) {
            String said = all.failureMessages().getOrDefault(e.getKey(), "");
            html.append("<td>").append(escape(said)).append("</td>");
          }
          html.append("</tr>");
        });
    html.append("</tbody></table></section>\n");
  }

  /** Why operations started late, and what the driver measured and counted itself. */
  private void waits(Summary result) {
    Map<String, Latency> rows = new LinkedHashMap<>();
    result.waitNanos().forEach((cause, waits) -> rows.put(WAITS.getOrDefault(cause, cause), waits));
    result.driverTimingNanos().forEach((name, times) -> rows.put("driver: " + name, times));
    rows.values().removeIf(times -> times.min() == null);
    if (!rows.isEmpty()) {
      html.append("<section><h2>Waits, and the driver's own timings")
          .append(badge())
          .append("</h2><div class=\"scroll\"><table><thead><tr><th></th>");
      LatencyCell.TITLES.forEach(title -> html.append("<th>").append(title).append("</th>"));
      html.append("</tr></thead><tbody>");
      rows.forEach((name, times) -> {
        html.append("<tr><th>").append(escape(name)).append("</th>");
        cells(times);
        html.append("</tr>");
      });
      html.append("</tbody></table></div><p class=\"quiet\">Waits for the generator are ")
          .append("those of all arrivals, for room or a session of those that had to wait for it. ")
          .append("A wait is a part of the response time, and not of the service time.</p>")
          .append("</section>\n");
    }
    if (!result.driverCounters().isEmpty()) {
      html.append("<section><h2>Counted by the driver</h2><table class=\"plain\">");
      DriverCounts.texts(result.driverCounters()).forEach(this::row);
      html.append("</table></section>\n");
    }
  }

  private void consistency(Summary result) {
    ConsistencySummary found = result.consistency();
    if (found == null) {
      return;
    }
    html.append("<section><h2>Consistency</h2><table class=\"plain\">");
    ConsistencyText.lines(found).forEach(this::row);
    html.append("</table></section>\n");
    chart(
        "Visibility of writes",
        VisibilityChart.of(found),
        "Share of reads that saw the last acknowledged write or a newer one, by the time from its"
            + " acknowledgement to the start of the read, with 95 % intervals.");
  }

  private void row(String name, String value) {
    html.append("<tr><th>")
        .append(escape(name))
        .append("</th><td>")
        .append(escape(value))
        .append("</td></tr>");
  }

  private void charts(ReportCharts charts) {
    String of = charts.mainTag().endsWith("response") ? "Response time" : "Service time";
    disturbances();
    chart("Throughput", charts.throughput(), "Operations that ended, by second.");
    chart(of + " over time", charts.percentiles(), charts.percentilesCaption());
    if (charts.hasScenarios()) {
      chart("Scenarios over time", charts.scenarios(), "The p99 of each; log axis.");
    }
    chart(
        of + " heat map",
        charts.heatMap(),
        "A stronger colour is more, by the logarithm of the count.");
    chart("Latency by percentile", charts.curve(), "From the recordings of each second.");
    chart("Dispatch lag", charts.dispatchLag(), "Intended to actual start: the generator's own.");
    chart("In flight and backlog", charts.inFlight(), "At the end of each second.");
    telemetry();
  }

  private void telemetry() {
    Map<String, String> its = TelemetryCharts.of(run);
    if (its.isEmpty()) {
      return;
    }
    html.append("<section><h2>The target's own numbers</h2>")
        .append("<p class=\"quiet\">Read from its side every few seconds, on the time axis of the")
        .append(" plots above.</p>");
    its.forEach(
        (name, svg) -> html.append("<h3>").append(escape(name)).append("</h3>").append(svg));
    html.append("</section>\n");
  }

  private void disturbances() {
    if (run.intervals().stream().anyMatch(Interval::isDisturbed)) {
      html.append("<p class=\"quiet\">Shaded: intervals that are not valid (orange: suspect, red: ")
          .append("invalid). The findings say why, and whether it was the generator.</p>\n");
    }
  }

  private void chart(String title, @Nullable String svg, String caption) {
    html.append("<section><h2>").append(escape(title)).append(badge()).append("</h2>");
    if (svg == null) {
      html.append("<p class=\"empty\">Nothing was recorded for this plot.</p></section>\n");
    } else {
      html.append(svg)
          .append("<p class=\"quiet\">")
          .append(escape(caption))
          .append("</p></section>\n");
    }
  }

  private void events(EventMarks marks) {
    if (run.events().isEmpty()) {
      return;
    }
    html.append("<section><h2>Events</h2><div class=\"scroll\"><table class=\"plain\">");
    for (RunEvent event : run.events()) {
      html.append("<tr><td class=\"number\">")
          .append(marks.numberOf(event))
          .append("</td><th>")
          .append(Figures.clock(event.atNanos()))
          .append("</th><td>")
          .append(escape(event.kind().text() + ": " + event.text()))
          .append("</td></tr>");
    }
    html.append("</table></div><p class=\"quiet\">The numbers are those on the charts.</p>")
        .append("</section>\n");
  }

  private void facts() {
    html.append("<section><h2>Target and generator</h2><table class=\"plain\">");
    run.versions().forEach(this::row);
    if (summary != null) {
      summary.targetFacts().forEach(this::row);
      Summary.GeneratorSummary generator = summary.generator();
      row("host", generator.host());
      row("CPU", Figures.duration(generator.cpuSeconds() * 1e9));
      row(
          "stood still",
          Figures.count(generator.pauses())
              + " times, longest "
              + Figures.duration(generator.pauseNanosMax()));
      row("in flight, mean", Figures.digits(generator.inFlightMean()));
      Double adherence = generator.scheduleAdherence();
      if (adherence != null) {
        row("arrivals in time", Figures.percent(adherence));
      }
      row("stolen CPU", Figures.percent(generator.stealShare()));
      row("Java flags", String.join(" ", generator.javaFlags()));
    }
    html.append("</table><details><summary>Resolved spec</summary><pre>")
        .append(
            escape(
                ResultJson.mapper()
                    .writer(SerializationFeature.INDENT_OUTPUT)
                    .writeValueAsString(run.run().spec())))
        .append("</pre></details></section>\n");
  }
}
