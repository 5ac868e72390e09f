package org.plimsoll.report.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.terminal.ComparisonTable;
import org.plimsoll.report.terminal.ConsistencyText;
import org.plimsoll.report.terminal.CourseText;
import org.plimsoll.report.terminal.LatencyCell;
import org.plimsoll.report.terminal.Observed;
import org.plimsoll.report.terminal.ResultRow;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.DriverCounts;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Latency;
import org.plimsoll.result.OperationErrors;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** Computes the template values for the summary of a report. */
final class SummarySections {
  private static final Map<String, String> WAITS =
      Map.of(
          "generator", "for the generator",
          "bound", "for the in-flight bound",
          "session", "for a session");

  private final Summary summary;

  /** All operations together; null if none was recorded. */
  private final Summary.@Nullable OperationSummary all;

  private SummarySections(Summary summary) {
    this.summary = summary;
    all = summary.figures().operations().get("all");
  }

  static Map<String, Object> of(Summary summary) throws IOException {
    SummarySections sections = new SummarySections(summary);
    Map<String, Object> values = new HashMap<>();
    values.put("verdict", sections.verdict());
    values.put("tiles", sections.tiles());
    values.put("operations", ResultRow.of(summary).stream().map(sections::operation).toList());
    values.put("scenarios", ScenarioSections.of(summary));
    values.put("accounting", sections.accounting());
    values.put("errors", sections.errors());
    values.put("hasMessages", sections.all != null && !sections.all.failureMessages().isEmpty());
    values.put("waits", sections.waits());
    values.put("failureCourse", CourseText.failures(summary.details().course()));
    values.put("segmentTitles", CourseText.TITLES);
    values.put(
        "segments",
        summary.details().course().segments().stream()
            .map(segment ->
                Map.of(
                    "from",
                    Figures.clock(segment.fromNanos()),
                    "change",
                    segment.change(),
                    "cells",
                    CourseText.cells(segment)))
            .toList());
    values.put("telemetry", sections.telemetry());
    values.put("counted", DriverCounts.texts(summary.driver().counters()));
    values.put("countedParts", CountedTable.of(summary.driver().inTime().byPart()));
    values.put(
        "consistency",
        summary.details().consistency() == null
            ? Map.of()
            : ConsistencyText.lines(summary.details().consistency()));
    return values;
  }

  private Map<String, Object> verdict() {
    Summary.Verdict verdict = summary.verdict();
    List<Map<String, Object>> objectives = new ArrayList<>();
    for (Summary.SloResult each : verdict.objectives()) {
      Double observed = each.observed();
      objectives.add(
          Map.of(
              "text",
              each.text(),
              "result",
              each.result().text(),
              "observed",
              observed == null ? "" : Observed.text(each.objective(), observed)));
    }
    String title =
        switch (verdict.validity()) {
          case VALID -> "Valid: the generator did not disturb these numbers";
          case SUSPECT -> "Suspect: something may have disturbed these numbers";
          default -> "Invalid: do not rely on these numbers";
        };
    return Map.of(
        "title",
        title,
        "slo",
        verdict.slo() == SloOutcome.NONE ? "" : verdict.slo().text(),
        "objectives",
        objectives,
        "findings",
        verdict.findings().stream().map(ScenarioSections::finding).toList());
  }

  private List<Map<String, String>> tiles() {
    Map<String, String> tiles = new LinkedHashMap<>();
    Summary.LoadFigures figures = summary.figures();
    Double target = figures.load().targetPerSecond();
    tiles.put("throughput", Figures.rate(figures.throughputPerSecond()));
    Double goodput = figures.rates().goodputPerSecond();
    if (goodput != null) {
      tiles.put("goodput", Figures.rate(goodput));
    }
    if (target != null && target > 0) {
      tiles.put("target", Figures.rate(target));
      tiles.put("of it", Figures.percent(figures.throughputPerSecond() / target));
    }
    if (all != null) {
      Latency response = all.responseNanos();
      Latency latency = response == null ? all.serviceNanos() : response;
      String kind = response == null ? " service" : " response";
      for (String name : List.of("mean", "p50", "p99")) {
        tiles.put(name + kind, LatencyCell.marked(latency, name));
      }
    }
    tiles.put(figures.load().model() + " load for", Figures.duration(summary.elapsedNanos()));
    return tiles(tiles);
  }

  private List<Map<String, String>> accounting() {
    Accounting a = summary.accounting();
    Map<String, String> tiles = new LinkedHashMap<>();
    tiles.put("scheduled", Figures.count(a.scheduled()));
    tiles.put("succeeded", Figures.count(a.answered().succeeded()));
    tiles.put("not found", Figures.count(a.answered().notFound()));
    tiles.put("failed", Figures.count(a.errors().failed()));
    tiles.put("timed out", Figures.count(a.errors().timedOut()));
    tiles.put("not sent", Figures.count(a.errors().notSent()));
    tiles.put("shed", Figures.count(a.errors().shed()));
    tiles.put("unfinished", Figures.count(a.unfinished()));
    Summary.Elsewhere elsewhere = summary.figures().elsewhere();
    if (elsewhere.lateAnswers() > 0) {
      tiles.put("answered late", Figures.count(elsewhere.lateAnswers()));
    }
    if (elsewhere.drainedAnswers() > 0) {
      tiles.put("answered in the drain", Figures.count(elsewhere.drainedAnswers()));
    }
    if (a.clientCached() > 0) {
      tiles.put("client cache", Figures.count(a.clientCached()));
    }
    return tiles(tiles);
  }

  private static List<Map<String, String>> tiles(Map<String, String> byName) {
    return byName.entrySet().stream()
        .map(tile -> Map.of("name", tile.getKey(), "value", tile.getValue()))
        .toList();
  }

  private Map<String, Object> operation(ResultRow row) {
    Summary.OperationSummary operation = row.operation();
    Latency response = operation.responseNanos();
    List<Map<String, Object>> times = new ArrayList<>();
    if (response != null) {
      times.add(times("response", response));
    }
    times.add(times("service", operation.serviceNanos()));
    Validity whole = summary.verdict().validity();
    return Map.of(
        "name",
        row.name(),
        "badge",
        row.validity() == whole ? "" : ScenarioSections.badge(row.validity()),
        "figures",
        List.of(
            Figures.count(operation.counts().answered()),
            Figures.rate(operation.throughputPerSecond()),
            OperationErrors.text(operation) + " errors"),
        "times",
        times);
  }

  private static Map<String, Object> times(String kind, Latency latency) {
    List<Map<String, String>> cells = new ArrayList<>();
    for (String name : LatencyCell.PAGE) {
      LatencyCell cell = LatencyCell.of(latency, name);
      cells.add(
          Map.of(
              "text",
              LatencyCell.marked(latency, name),
              "cssClass",
              cell.kind() == LatencyCell.Kind.NUMBER ? "n" : "missing",
              "reason",
              (latency.leavesOutFailures() ? LatencyCell.FEW + "; " : "")
                  + cell.reason()
                  + LatencyCell.interval(latency, name),
              "half",
              LatencyCell.halfWidth(latency, name)));
    }
    return Map.of("kind", kind, "cells", cells);
  }

  /** Returns the errors by code, the most frequent first. */
  private List<Map<String, String>> errors() {
    if (all == null) {
      return List.of();
    }
    Map<String, String> messages = all.failureMessages();
    return all.failures().entrySet().stream()
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(each ->
            Map.of(
                "code", each.getKey(),
                "count", Figures.count(each.getValue()),
                "message", messages.getOrDefault(each.getKey(), "")))
        .toList();
  }

  /** Returns the figures of the target's telemetry, by the name of the series. */
  private List<Map<String, Object>> telemetry() {
    List<Map<String, Object>> rows = new ArrayList<>();
    summary
        .details()
        .telemetry()
        .forEach((name, its) ->
            rows.add(
                Map.of(
                    "name",
                    name,
                    "cells",
                    Stream.of(its.min(), its.mean(), its.max(), its.last())
                        .map(value -> ComparisonTable.other(name, value))
                        .toList())));
    return rows;
  }

  /** Returns the reasons for late starts, and the driver's own timings. */
  private List<Map<String, Object>> waits() {
    Map<String, Latency> rows = new LinkedHashMap<>();
    summary
        .figures()
        .waitNanos()
        .forEach((cause, wait) -> rows.put(WAITS.getOrDefault(cause, cause), wait));
    summary.driver().timingNanos().forEach((name, times) -> rows.put("driver: " + name, times));
    return rows.entrySet().stream()
        .filter(row -> row.getValue().min() != null)
        .map(row -> times(row.getKey(), row.getValue()))
        .toList();
  }
}
