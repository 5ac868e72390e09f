package org.plimsoll.report.page;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.plimsoll.report.terminal.IterationRow;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Figures;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** Report sections about scenarios, the probe and iterations; empty if there are none. */
final class ScenarioSections {
  private ScenarioSections() {}

  static String of(Summary summary) throws IOException {
    List<Map<String, Object>> scenarios = new ArrayList<>();
    summary
        .details()
        .scenarios()
        .forEach((name, scenario) -> scenarios.add(scenario(name, scenario)));
    Summary.ScenarioSummary probe = summary.details().probe();
    if (probe != null) {
      scenarios.add(scenario("probe", probe));
    }
    List<Map<String, Object>> iterations =
        IterationRow.of(summary).stream()
            .map(row ->
                Map.<String, Object>of(
                    "label", row.label() + (row.failed() ? " failed" : ""),
                    "validity", badge(row.validity()),
                    "cells", row.cells()))
            .toList();
    boolean isClosed =
        !summary.details().iterations().isEmpty()
            && summary.details().iterations().getFirst().responseNanos() == null;
    return Html.of(
        "scenarios",
        Map.of(
            "scenarios",
            scenarios,
            "hasScenarios",
            !summary.details().scenarios().isEmpty(),
            "hasProbe",
            probe != null,
            "iterations",
            iterations,
            "iterationTitles",
            IterationRow.TITLES,
            "iterationTime",
            isClosed ? "service" : "response"));
  }

  private static Map<String, Object> scenario(String name, Summary.ScenarioSummary scenario) {
    Summary.LoadFigures figures = scenario.figures();
    Accounting a = figures.accounting();
    Double target = figures.load().targetPerSecond();
    Integer workers = figures.load().workers();
    String load = figures.load().model() + (workers == null ? "" : ", " + Figures.count(workers));
    return Map.of(
        "name",
        name,
        "validity",
        badge(scenario.validity()),
        "findings",
        scenario.findings().stream().map(ScenarioSections::finding).toList(),
        "cells",
        List.of(
            load,
            target == null ? Figures.NONE : Figures.rate(target),
            Figures.rate(figures.throughputPerSecond()),
            Figures.count(a.scheduled()),
            Figures.count(a.answered().total()),
            Figures.count(a.errors().failed()),
            Figures.count(
                a.errors().timedOut()
                    + a.errors().notSent()
                    + a.errors().shed()
                    + a.unfinished())));
  }

  /** Returns a finding as template values. */
  static Map<String, Object> finding(Summary.Finding finding) {
    return Map.of("severity", finding.severity().text(), "text", finding.text());
  }

  /** Returns the badge of a heading over figures; empty if the figures are valid. */
  static String badge(Validity validity) {
    return validity.isDisturbed() ? validity.text() : "";
  }
}
