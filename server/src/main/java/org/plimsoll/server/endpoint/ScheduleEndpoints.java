package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.ActionSpec;
import org.plimsoll.run.ScheduledChanges;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Workers;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.settings.text.ScheduleText;
import tools.jackson.databind.JsonNode;

/** The endpoints for scheduled parameter changes, and scheduled actions. */
public final class ScheduleEndpoints {
  /** The maximum number of scheduled changes of one caller, in all live runs. */
  public static final int CALLER_MAX = 800;

  private final LiveRuns runs;
  private final Workers workers;

  /**
   * @param workers threads for requests that parse settings
   */
  public ScheduleEndpoints(LiveRuns runs, Workers workers) {
    this.runs = runs;
    this.workers = workers;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/runs/{run}/schedules", "The scheduled changes of a run.", this::list),
        Endpoint.post(
                "/runs/{run}/schedules",
                "Schedules a change or an action, once or repeatedly.",
                workers.bounded(this::add))
            .body(Schemas.schedule())
            .answers(201, Schemas.object("a scheduled change")),
        Endpoint.delete(
                "/runs/{run}/schedules/{schedule}", "Removes a scheduled change.", this::remove)
            .answers(204, Map.of()));
  }

  private void list(Context request) {
    Bodies.answer(request, Map.of("schedules", of(Found.goingOn(runs, request))));
  }

  /** Returns the scheduled changes of a run, the next one first. */
  static List<Map<String, @Nullable Object>> of(LiveRun run) {
    return run.control().schedule().all().stream().map(ScheduleEndpoints::shown).toList();
  }

  private static Map<String, @Nullable Object> shown(ScheduledChanges.Entry entry) {
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("id", entry.id());
    shown.put("next", entry.next() == null ? null : entry.next().toString());
    shown.put("every", entry.every() == null ? null : text(entry.every()));
    shown.put("set", entry.texts());
    shown.put("action", entry.action());
    shown.put("who", entry.who());
    return shown;
  }

  /** Formats a duration as settings do, such as {@code 5m}. */
  private static String text(Duration every) {
    return every.toMillis() % 1_000 == 0 ? every.toSeconds() + "s" : every.toMillis() + "ms";
  }

  private void add(Context request) {
    LiveRun run = Found.goingOn(runs, request);
    JsonNode body =
        Bodies.object(request, "at", "in", "every", "set", "hook", "command", "http", "timeout");
    ActionSpec action = ActionEndpoints.of(body);
    if (action != null && !body.path("set").isMissingNode()) {
      throw Problem.badRequest("A scheduled change has a 'set' or an action, not both.");
    }
    Map<String, @Nullable String> texts =
        action != null ? Map.of() : Bodies.settings("set", body.path("set"));
    Duration every = ScheduleText.period(Bodies.text(body, "every"));
    String at = Bodies.text(body, "at");
    String in = Bodies.text(body, "in");
    if ((at == null) == (in == null)) {
      throw Problem.badRequest("A scheduled change needs an instant (at) or a duration (in).");
    }
    String who = Caller.of(request).name();
    requireRoom(who);
    ScheduledChanges schedule = run.control().schedule();
    ScheduledChanges.Entry added;
    try {
      if (action != null) {
        runs.requireAllowed(action);
        added =
            at != null
                ? schedule.add(instant(at), every, action, who)
                : schedule.addIn(duration(String.valueOf(in)), every, action, who);
      } else {
        added =
            at != null
                ? schedule.add(instant(at), every, texts, who)
                : schedule.addIn(duration(String.valueOf(in)), every, texts, who);
      }
    } catch (ScheduledChanges.FullException e) {
      throw Problem.tooMany(e.getMessage() + "; remove some first.");
    }
    request.status(201);
    Bodies.answer(request, shown(added));
  }

  private void requireRoom(String who) {
    long theirs =
        runs.goingOn().stream().mapToLong(each -> each.control().schedule().count(who)).sum();
    if (theirs >= CALLER_MAX) {
      throw Problem.tooMany(
          "A caller may have at most " + CALLER_MAX + " scheduled changes; remove some first.");
    }
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      String allowed = "an instant such as 2030-01-01T09:00:00Z";
      throw Bodies.invalid("at", text, allowed, "at: must be " + allowed + ", was '" + text + "'");
    }
  }

  private static Duration duration(String text) {
    try {
      return Quantities.parseDuration(text);
    } catch (IllegalArgumentException e) {
      String allowed = "a duration such as 5m";
      throw Bodies.invalid("in", text, allowed, "in: must be " + allowed + ", was '" + text + "'");
    }
  }

  private void remove(Context request) {
    LiveRun run = Found.goingOn(runs, request);
    String id = request.pathParam("schedule");
    if (!run.control().schedule().remove(id)) {
      throw Problem.notFound("There is no scheduled change '" + id + "'.");
    }
    request.status(204);
  }
}
