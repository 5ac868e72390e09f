package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.settings.text.ActionText;
import tools.jackson.databind.JsonNode;

/** The endpoints for hooks of the driver, commands and HTTP requests during a run. */
public final class ActionEndpoints {
  private final LiveRuns runs;

  public ActionEndpoints(LiveRuns runs) {
    this.runs = runs;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.post("/runs/{run}/hooks/{hook}", "Calls a hook of the driver.", this::hook)
            .body(Schemas.argument()),
        Endpoint.post(
                "/runs/{run}/actions",
                "Performs a hook of the driver, a command or an HTTP request, and waits for its"
                    + " end.",
                this::action)
            .body(Schemas.action()));
  }

  private void hook(Context request) throws Exception {
    LiveRun run = Found.goingOn(runs, request);
    String hook = request.pathParam("hook");
    JsonNode body = Bodies.object(request, "argument", "timeout");
    if (!run.control().run().hooks().containsKey(hook)) {
      throw Problem.notFound("The driver has no hook '" + hook + "'.");
    }
    String argument = Bodies.text(body, "argument");
    String text = hook + (argument == null ? "" : "(" + argument + ")");
    perform(request, run, ActionText.of("hook", "hook", text, Bodies.text(body, "timeout")));
  }

  private void action(Context request) throws Exception {
    LiveRun run = Found.goingOn(runs, request);
    JsonNode body = Bodies.object(request, "hook", "command", "http", "timeout");
    ActionSpec action = of(body);
    if (action == null) {
      throw Problem.badRequest("An action needs a hook, a command or an HTTP request (http).");
    }
    perform(request, run, action);
  }

  private void perform(Context request, LiveRun run, ActionSpec action) throws Exception {
    runs.requireAllowed(action);
    String told;
    try {
      told = run.control().run().perform(action, Caller.of(request).name());
    } catch (InvalidSpecException e) {
      throw e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw e;
    } catch (Exception e) {
      throw Problem.of(502, "The action failed", action.text() + " has failed: " + e.getMessage());
    }
    Bodies.answer(request, Map.of("text", told));
  }

  /**
   * Parses an action: a text for {@code hook} or {@code http}, a text or a list of words for {@code
   * command}, and an optional {@code timeout}.
   *
   * @return null if there is none
   */
  static @Nullable ActionSpec of(JsonNode body) {
    List<String> kinds =
        ActionText.KINDS.stream()
            .sorted()
            .filter(kind -> !body.path(kind).isMissingNode())
            .toList();
    if (kinds.isEmpty()) {
      return null;
    }
    String kind = kinds.getFirst();
    String timeout = Bodies.text(body, "timeout");
    if (kinds.size() > 1) {
      throw Bodies.invalid(
          kinds.get(1), "", "left out", kinds.get(1) + ": must be left out with " + kind);
    }
    if (kind.equals("command") && body.path(kind).isArray()) {
      List<String> words = new ArrayList<>();
      for (JsonNode word : body.path(kind)) {
        if (word.isContainer()) {
          throw Bodies.invalid(
              kind, "", "a list of texts", kind + ": must be a list of texts, was nested");
        }
        words.add(word.asString());
      }
      return ActionText.command(kind, words, timeout);
    }
    return ActionText.of(kind, kind, String.valueOf(Bodies.text(body, kind)), timeout);
  }
}
