package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.run.Run;
import org.plimsoll.run.RunScopes;
import org.plimsoll.run.ScopedChanges;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Endpoint.QueryParameter;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** The endpoints for switching reads and writes, and for values of a fleet's scopes. */
public final class ScopeEndpoints {
  /** The query parameter for the scope: the nodes that a change affects. */
  static final QueryParameter SCOPE =
      Schemas.query(
          "scope", "fleet, region=…, datacenter=…, rack=… or node=…; fleet if it is absent");

  private final LiveRuns runs;

  public ScopeEndpoints(LiveRuns runs) {
    this.runs = runs;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.patch(
                "/runs/{run}/switches",
                "Starts and stops reads, writes or the fill; null leaves a side to wider scopes.",
                this::switches)
            .query(SCOPE)
            .body(Schemas.nullableFlags("reads", "writes", "fill")),
        Endpoint.get(
            "/runs/{run}/scopes",
            "The parameters that were set in a fleet's run, by scope and by node.",
            this::list),
        Endpoint.post(
                "/runs/{run}/place",
                "Moves a run to some nodes of its fleet; the others hand over their shares.",
                this::place)
            .body(Schemas.text("place", "such as datacenter=b, or node=a, node=b; fleet for all")),
        Endpoint.delete(
                "/runs/{run}/scopes", "Removes all values that were set for a scope.", this::clear)
            .query(SCOPE));
  }

  /** Returns the scope of a request. */
  static String scope(Context request) {
    String given = Parameters.text(request, "scope");
    return given.isEmpty() ? ScopedChanges.FLEET : given;
  }

  private void switches(Context request) {
    LiveRun live = Found.goingOn(runs, request);
    Run run = live.control().run();
    JsonNode body = Bodies.object(request, "reads", "writes", "fill");
    String scope = scope(request);
    String who = Caller.of(request).name();
    Switches before = run.switches();
    Switches next = before;
    if (scope.equals(ScopedChanges.FLEET)) {
      next =
          new Switches(flag(body, "reads", before.reads()), flag(body, "writes", before.writes()));
      if (!next.equals(before)) {
        run.change(next, who);
      }
    } else {
      Map<String, @Nullable Boolean> sides = new LinkedHashMap<>();
      for (String side : List.of("reads", "writes")) {
        if (body.has(side)) {
          sides.put(side, body.path(side).isNull() ? null : Bodies.flag(body, side));
        }
      }
      if (!sides.isEmpty()) {
        live.control().scoped().switchSides(sides, who, scope);
      }
    }
    Boolean fill = Bodies.flag(body, "fill");
    if (fill != null) {
      switchFill(live, fill, who, scope);
    }
    Bodies.answer(
        request,
        Map.of(
            "fill",
            fill == null ? run.isFilling() : fill,
            "reads",
            next.reads(),
            "writes",
            next.writes()));
  }

  private static void switchFill(LiveRun live, boolean isOn, String who, String scope) {
    Run run = live.control().run();
    ScopedChanges scoped = live.control().scoped();
    // Other nodes may be filling while this one is not.
    if (!isOn && (run.isFilling() || scoped.isPossible())) {
      run.stopFill(who);
    } else if (isOn && !run.isFilling()) {
      if (scope.equals(ScopedChanges.FLEET)) {
        run.startFill(who);
      } else {
        scoped.startFill(who, scope);
      }
    }
  }

  private void place(Context request) {
    ScopedChanges scoped = Found.goingOn(runs, request).control().scoped();
    String nodes = Bodies.text(Bodies.object(request, "place"), "place");
    if (nodes == null) {
      throw Problem.badRequest("The nodes are needed (place), such as datacenter=b.");
    }
    scoped.place(nodes, Caller.of(request).name());
    Bodies.answer(request, Map.of("place", nodes));
  }

  private static boolean flag(JsonNode body, String name, boolean absent) {
    Boolean given = Bodies.flag(body, name);
    return given == null ? absent : given;
  }

  private void list(Context request) {
    // Nothing is in effect after the run has ended.
    Bodies.answer(
        request,
        shown(
            Found.ifGoingOn(runs, request)
                .map(live -> live.control().scoped().view())
                .orElse(RunScopes.NONE)));
  }

  private void clear(Context request) {
    ScopedChanges scoped = Found.goingOn(runs, request).control().scoped();
    scoped.clear(Caller.of(request).name(), scope(request));
    Bodies.answer(request, shown(scoped.view()));
  }

  private static Map<String, Object> shown(RunScopes scopes) {
    return Map.of(
        "scopes",
        scopes.scopes().stream()
            .map(each -> Map.of("scope", each.scope(), "values", each.texts()))
            .toList(),
        "nodes",
        scopes.nodes().stream()
            .map(each ->
                Map.of(
                    "name",
                    each.name(),
                    "generator",
                    each.generator(),
                    "values",
                    each.values().entrySet().stream().map(ScopeEndpoints::shown).toList()))
            .toList());
  }

  private static Map<String, String> shown(Map.Entry<String, RunScopes.Value> entry) {
    RunScopes.Value value = entry.getValue();
    return Map.of(
        "path",
        entry.getKey(),
        "value",
        value.text(),
        "origin",
        value.origin(),
        "who",
        value.who());
  }
}
