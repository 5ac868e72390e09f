package org.plimsoll.report.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ErrorSampleFile;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.report.terminal.LatencyCell;
import org.plimsoll.result.ErrorSamples;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;
import tools.jackson.databind.SerializationFeature;

/**
 * Renders a run as one HTML file without scripts or requests. The file can be printed. It can be
 * opened from an email, from an offline disk, or from an artifact store with a strict content
 * policy.
 */
public final class HtmlReport {
  private final RecordedRun run;
  private final @Nullable Summary summary;
  private final ReportCharts charts;

  private HtmlReport(RecordedRun run) {
    this.run = run;
    summary = run.summary();
    charts = new ReportCharts(run);
  }

  /** Renders the page. */
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
    Validity validity = summary == null ? Validity.NONE : summary.verdict().validity();
    Map<String, Object> values = new HashMap<>();
    values.put("name", run.run().name());
    values.put("target", run.run().target());
    values.put("startedAt", run.run().startedAt());
    values.put("seed", run.run().seed());
    Labels labels = Labels.in(run.folder());
    values.put("tags", labels.tags());
    values.put("notes", labels.notes());
    values.put("validity", validity.text());
    values.put("badge", ScenarioSections.badge(validity));
    values.put("latencyTitles", LatencyCell.PAGE.stream().map(LatencyCell::title).toList());
    values.put("censored", LatencyCell.CENSORED);
    values.put("unsupported", LatencyCell.UNSUPPORTED);
    values.put("absent", LatencyCell.ABSENT);
    values.put("few", LatencyCell.FEW);
    if (summary != null) {
      values.put("summary", SummarySections.of(summary));
    }
    values.put("isDisturbed", run.intervals().stream().anyMatch(Interval::isDisturbed));
    values.put("charts", charts());
    values.put("telemetry", TelemetryCharts.of(run.intervals()));
    values.put("counters", CounterCharts.of(run.intervals()));
    values.put("leavesOutFill", charts.scale().leavesOutFill());
    values.put("events", events(event -> event.kind() != EventKind.GENERATOR));
    values.put("generatorEvents", events(event -> event.kind() == EventKind.GENERATOR));
    values.put("errorSamples", errorSamples());
    values.put("facts", facts());
    values.put("changed", changed());
    values.put(
        "spec",
        ResultJson.mapper()
            .writer(SerializationFeature.INDENT_OUTPUT)
            .writeValueAsString(run.run().spec()));
    return Html.of("report", values);
  }

  private List<Map<String, Object>> charts() {
    String of = charts.mainTag().endsWith("response") ? "Response time" : "Service time";
    List<Map<String, Object>> all = new ArrayList<>();
    if (summary != null && summary.details().consistency() != null) {
      all.add(
          chart(
              "Visibility of writes",
              VisibilityChart.of(summary.details().consistency()),
              "Share of reads that saw the last acknowledged write or a newer one, by the time from"
                  + " its acknowledgement to the start of the read, with 95 % intervals."));
    }
    all.add(chart("Throughput", charts.throughput(), "Operations that ended, by second."));
    all.add(chart(of + " over time", charts.percentiles(), charts.percentilesCaption()));
    if (charts.hasScenarios()) {
      all.add(
          chart("Scenarios over time", charts.scenarios(), "The p99 of each scenario; log axis."));
    }
    all.add(
        chart(
            of + " heat map",
            charts.heatMap(),
            "A stronger color is a higher count, on a logarithmic scale."));
    all.add(chart("Latency by percentile", charts.curve(), "From the histograms of each second."));
    String server = ServerLatencyChart.of(run);
    if (server != null) {
      all.add(
          chart(
              "Latency of the server and the client",
              server,
              "Log axis. The server's latency is the one that it reports; the client's is the "
                  + "service time."));
    }
    all.add(
        chart(
            "Dispatch lag",
            charts.dispatchLag(),
            "From the intended to the actual start: the generator's own delay."));
    all.add(chart("In flight and backlog", charts.inFlight(), "At the end of each second."));
    return all;
  }

  private static Map<String, Object> chart(String title, @Nullable String svg, String caption) {
    return Map.of("title", title, "svg", svg == null ? "" : svg, "caption", caption);
  }

  private List<Map<String, Object>> events(Predicate<RunEvent> which) {
    return run.events().stream().filter(which).map(this::event).toList();
  }

  private Map<String, Object> event(RunEvent event) {
    return Map.of(
        "mark", charts.marks().numberOf(event),
        "at", Figures.clock(event.atNanos()),
        "text", event.kind().text() + ": " + event.text());
  }

  /** Returns the last failed operations, one row each. */
  private List<List<String>> errorSamples() throws IOException {
    List<List<String>> rows = new ArrayList<>();
    for (ErrorSamples.Code code : ErrorSampleFile.read(run.folder()).codes()) {
      for (ErrorSamples.Sample sample : code.samples()) {
        rows.add(
            List.of(
                code.code(),
                Figures.clock(sample.atNanos()),
                sample.at(),
                sample.operation(),
                sample.key(),
                String.valueOf(sample.session()),
                sample.message()));
      }
    }
    return rows;
  }

  /** Returns the settings that were changed during the run, each with its last value. */
  private Map<String, String> changed() throws IOException {
    Map<String, String> changed = new LinkedHashMap<>();
    RunReader.lastChanges(run.folder())
        .forEach((path, event) -> {
          RunEvent.Change change = event.change();
          if (change != null) {
            Object before = run.run().spec().get(path);
            changed.put(
                path,
                "%s since %s, changed by %s; %s at the start"
                    .formatted(
                        change.after().isEmpty() ? "not set" : change.after(),
                        Figures.clock(event.atNanos()),
                        change.who(),
                        before == null ? "not set" : before));
          }
        });
    return changed;
  }

  private Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>(run.versions());
    if (summary == null) {
      return facts;
    }
    facts.putAll(summary.driver().targetFacts());
    Summary.GeneratorSummary generator = summary.generator();
    facts.put("host", generator.jvm().host());
    facts.put("CPU", Figures.duration(generator.cpuSeconds() * 1e9));
    facts.put(
        "paused",
        Figures.count(generator.pauses().count())
            + " times, longest "
            + Figures.duration(generator.pauses().longestNanos()));
    facts.put("in flight, mean", Figures.digits(generator.inFlightMean()));
    Double adherence = generator.scheduleAdherence();
    if (adherence != null) {
      facts.put("arrivals in time", Figures.percent(adherence));
    }
    facts.put("stolen CPU", Figures.percent(generator.stealShare()));
    facts.put("Java flags", String.join(" ", generator.jvm().flags()));
    return facts;
  }
}
