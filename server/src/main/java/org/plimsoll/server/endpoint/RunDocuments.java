package org.plimsoll.server.endpoint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.terminal.ConsistencyText;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.Summary;
import org.plimsoll.run.OwnPart;
import org.plimsoll.run.Run;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.RunRow;
import org.plimsoll.settings.text.SloText;
import tools.jackson.databind.JsonNode;

/** The JSON documents of runs. */
final class RunDocuments {
  private RunDocuments() {}

  static Map<String, @Nullable Object> of(LiveRun live) {
    Map<String, @Nullable Object> shown = row(live.row());
    Run run = live.control().run();
    RunSpec spec = live.control().parameters().resolved().spec();
    Switches switches = run.switches();
    shown.put("model", spec.parameters().model().name().toLowerCase(Locale.ROOT));
    shown.put("scenarios", spec.scenarios().stream().map(ScenarioSpec::name).toList());
    shown.put("driver", spec.target().scheme());
    shown.put("operations", Descriptions.operations(run.operations()));
    shown.put(
        "switches",
        Map.of("fill", run.isFilling(), "reads", switches.reads(), "writes", switches.writes()));
    shown.put("isOfFleet", OwnPart.isOfFleet(run));
    shown.put("interval", live.isGoingOn() ? live.latest() : null);
    shown.put("facts", live.isGoingOn() ? run.facts() : Map.of());
    List<Map<String, String>> hooks = new ArrayList<>();
    if (live.isGoingOn()) {
      run.hooks()
          .forEach(
              (name, description) -> hooks.add(Map.of("name", name, "description", description)));
    }
    shown.put("hooks", hooks);
    shown.put("spec", spec.identity().resolved());
    shown.put("derived", spec.identity().derived());
    shown.put("summary", live.summary());
    shown.put("consistency", consistency(live.summary()));
    shown.put("objectives", objectives(spec.checks().slos()));
    shown.put("findings", live.summary() == null ? live.findingsSoFar() : List.of());
    return shown;
  }

  static Map<String, @Nullable Object> of(RunRow row, RecordedRun recorded, boolean isOfFleet) {
    Map<String, @Nullable Object> shown = row(row);
    var summary = recorded.summary();
    shown.put("model", summary == null ? null : summary.figures().load().model());
    shown.put(
        "scenarios",
        summary == null || summary.details().scenarios().isEmpty()
            ? List.of("all")
            : List.copyOf(summary.details().scenarios().keySet()));
    String target = row.identity().target();
    int colon = target.indexOf(':');
    shown.put("driver", colon < 0 ? target : target.substring(0, colon));
    shown.put("operations", List.of());
    shown.put("switches", Map.of("fill", false, "reads", false, "writes", false));
    shown.put("isOfFleet", isOfFleet);
    shown.put("interval", null);
    shown.put("facts", Map.of());
    shown.put("hooks", List.of());
    shown.put("spec", recorded.run().spec());
    shown.put("derived", recorded.run().derived());
    shown.put("summary", summary);
    shown.put("consistency", consistency(summary));
    shown.put("objectives", recordedObjectives(recorded.run().spec(), summary));
    shown.put("findings", List.of());
    return shown;
  }

  /** Returns the lines of the terminal and the report, by label; empty if nothing was checked. */
  private static Map<String, String> consistency(@Nullable Summary summary) {
    ConsistencySummary found = summary == null ? null : summary.details().consistency();
    return found == null ? Map.of() : ConsistencyText.lines(found);
  }

  /**
   * Returns the objectives of a recorded run; empty if a later version has written an unknown form.
   */
  private static List<Map<String, Object>> recordedObjectives(
      Map<String, Object> spec, @Nullable Summary summary) {
    String text = String.valueOf(spec.getOrDefault("slo", ""));
    boolean hasDefault =
        summary != null
            && summary.verdict().objectives().stream().anyMatch(Summary.SloResult::isDefault);
    try {
      List<SloSpec> given = text.isEmpty() ? List.of() : SloText.parseAll(text);
      return objectives(hasDefault ? SloSpec.withErrors(given) : given);
    } catch (IllegalArgumentException e) {
      return List.of();
    }
  }

  private static List<Map<String, Object>> objectives(List<SloSpec> slos) {
    List<Map<String, Object>> objectives = new ArrayList<>();
    for (SloSpec slo : slos) {
      Map<String, Object> its = new LinkedHashMap<>();
      its.put("objective", slo.text());
      its.put("operation", slo.operation());
      its.put("metric", slo.metric());
      its.put("comparison", slo.comparison().name().toLowerCase(Locale.ROOT));
      its.put("bound", slo.bound());
      if (slo.isDefault()) {
        its.put("isDefault", true);
      }
      objectives.add(its);
    }
    return objectives;
  }

  private static Map<String, @Nullable Object> row(RunRow row) {
    JsonNode tree = ResultJson.mapper().valueToTree(row);
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    tree.properties().forEach(each -> shown.put(each.getKey(), each.getValue()));
    return shown;
  }
}
