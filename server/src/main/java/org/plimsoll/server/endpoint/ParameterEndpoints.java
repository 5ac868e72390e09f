package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Figures;
import org.plimsoll.result.RunEvent;
import org.plimsoll.run.RunControl;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Workers;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.run.StoredRun;
import org.plimsoll.settings.LiveParameters.Parameter;
import tools.jackson.databind.JsonNode;

/** The endpoints that list and change the parameters of a run, and list the changes. */
public final class ParameterEndpoints {
  private final LiveRuns runs;
  private final Workers workers;

  /**
   * @param workers threads for requests that parse settings
   */
  public ParameterEndpoints(LiveRuns runs, Workers workers) {
    this.runs = runs;
    this.workers = workers;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get(
            "/runs/{run}/parameters", "The parameters of a run with their values.", this::list),
        Endpoint.patch(
                "/runs/{run}/parameters",
                "Changes parameters in one step, all or nothing; null undoes a live change.",
                workers.bounded(this::change))
            .query(
                ScopeEndpoints.SCOPE,
                Schemas.queryFlag("all", "answer with all parameters, not only with changed ones"))
            .body(Schemas.texts()),
        Endpoint.get(
            "/runs/{run}/changes",
            "The changes of parameters, with time and caller.",
            this::changes));
  }

  private void list(Context request) throws IOException {
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    if (live != null) {
      Bodies.answer(
          request,
          Map.of(
              "parameters",
              shown(live.control().parameters().all()),
              "scheduled",
              ScheduleEndpoints.of(live)));
      return;
    }
    StoredRun stored = runs.stored(id).orElseThrow(() -> Found.missing(id));
    Map<String, RunEvent> changes = RunReader.lastChanges(stored.recorded().folder());
    List<Map<String, Object>> shown = new ArrayList<>();
    stored
        .recorded()
        .run()
        .spec()
        .forEach((path, text) -> shown.add(ended(path, String.valueOf(text), changes.get(path))));
    Bodies.answer(request, Map.of("parameters", shown, "scheduled", List.of()));
  }

  /** Returns a parameter of an ended run: its last value, and the origin of its last change. */
  private static Map<String, Object> ended(String path, String text, @Nullable RunEvent event) {
    RunEvent.Change change = event == null ? null : event.change();
    if (event == null || change == null) {
      return Map.of("path", path, "value", text, "origin", "", "live", false);
    }
    String origin =
        "changed from %s by %s at %s".formatted(text, change.who(), Figures.clock(event.atNanos()));
    return Map.of("path", path, "value", change.after(), "origin", origin, "live", false);
  }

  private static List<Map<String, @Nullable Object>> shown(List<Parameter> parameters) {
    return parameters.stream().map(Descriptions::of).toList();
  }

  private void change(Context request) {
    LiveRun live = Found.goingOn(runs, request);
    boolean wantsAll = Parameters.flag(request, "all", false);
    JsonNode body = Bodies.object(request);
    Map<String, @Nullable String> texts = Bodies.settings("parameters", body);
    RunControl control = live.control();
    List<Map<String, String>> changes = new ArrayList<>();
    Set<String> changed = new HashSet<>();
    for (RunEvent.Change change :
        control.change(texts, Caller.of(request).name(), ScopeEndpoints.scope(request))) {
      changes.add(
          Map.of("path", change.parameter(), "old", change.before(), "new", change.after()));
      changed.add(change.parameter());
    }
    Bodies.answer(
        request,
        Map.of(
            "changes",
            changes,
            "parameters",
            shown(wantsAll ? control.parameters().all() : control.parameters().at(changed))));
  }

  private void changes(Context request) throws IOException {
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    List<RunEvent> events;
    Instant startedAt;
    if (live != null) {
      events = live.events();
      startedAt = live.startedAt();
    } else {
      StoredRun stored = runs.stored(id).orElseThrow(() -> Found.missing(id));
      events = stored.events();
      startedAt = Instant.parse(stored.recorded().run().startedAt());
    }
    List<Map<String, Object>> shown = new ArrayList<>();
    for (RunEvent event : events) {
      RunEvent.Change change = event.change();
      if (change != null) {
        Map<String, Object> its = new LinkedHashMap<>();
        its.put("atNanos", event.atNanos());
        its.put("at", startedAt.plusNanos(event.atNanos()).toString());
        its.put("who", change.who());
        its.put("path", change.parameter());
        its.put("old", change.before());
        its.put("new", change.after());
        its.put("derived", change.derived());
        shown.add(its);
      }
    }
    Bodies.answer(request, Map.of("changes", shown));
  }
}
