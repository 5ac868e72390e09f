package org.plimsoll.server.endpoint;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.run.Run;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.RunRow;
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
    shown.put("facts", live.isGoingOn() ? run.facts() : Map.of());
    List<Map<String, String>> hooks = new ArrayList<>();
    if (live.isGoingOn()) {
      run.hooks()
          .forEach(
              (name, description) -> hooks.add(Map.of("name", name, "description", description)));
    }
    shown.put("hooks", hooks);
    shown.put("spec", spec.identity().resolved());
    shown.put("summary", live.summary());
    return shown;
  }

  static Map<String, @Nullable Object> of(RunRow row, RecordedRun recorded) {
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
    shown.put("facts", Map.of());
    shown.put("hooks", List.of());
    shown.put("spec", recorded.run().spec());
    shown.put("summary", summary);
    return shown;
  }

  private static Map<String, @Nullable Object> row(RunRow row) {
    JsonNode tree = ResultJson.mapper().valueToTree(row);
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    tree.properties().forEach(each -> shown.put(each.getKey(), each.getValue()));
    return shown;
  }
}
