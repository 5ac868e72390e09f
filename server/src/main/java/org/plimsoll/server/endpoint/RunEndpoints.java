package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.engine.load.SingleOperation;
import org.plimsoll.report.folder.Labels;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.run.Run;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.http.Problem;
import org.plimsoll.server.http.Role;
import org.plimsoll.server.http.Workers;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.run.Resumption;
import org.plimsoll.server.run.RunGenerators;
import org.plimsoll.server.run.RunRow;
import org.plimsoll.server.run.StoredRun;
import org.plimsoll.settings.LoadEstimate;
import org.plimsoll.settings.ResolvedRun;
import org.plimsoll.settings.RunRequest;
import org.plimsoll.settings.SpecFile;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The endpoints that list, start, show, label, control, stop, resume and delete runs. */
public final class RunEndpoints {
  private static final String SECRETS = "secrets";
  private static final int TAGS_MAX = 20;
  private static final int TAG_CHARACTERS_MAX = 60;
  private static final int NOTES_CHARACTERS_MAX = 20_000;
  private static final int FIELDS_MAX = 1_000;

  private final LiveRuns runs;
  private final CallerRuns starts;
  private final Workers workers;

  /**
   * @param starts starts the runs of callers within their limits
   * @param workers threads for requests that parse settings
   */
  public RunEndpoints(LiveRuns runs, CallerRuns starts, Workers workers) {
    this.runs = runs;
    this.starts = starts;
    this.workers = workers;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/runs", "Runs, the newest first.", this::list)
            .query(
                Schemas.query("query", "text in the name, target, notes or tags"),
                Schemas.query("state", "runs of this state"),
                Schemas.query("tag", "runs with this tag"),
                Schemas.query("sort", "started or name"),
                Schemas.queryNumber("offset", "the number of runs to skip"),
                Schemas.queryNumber("limit", "the number of runs to return, at most 500")),
        Endpoint.post(
                "/runs",
                "Starts a run, or a search if a method is given. A dry run only resolves it.",
                workers.bounded(this::create))
            .query(Schemas.queryFlag("dryRun", "resolve and estimate without starting"))
            .body(Schemas.spec())
            .answers(201, Schemas.object("a run")),
        Endpoint.get("/runs/{run}", "A run with its operations, spec and summary.", this::show),
        Endpoint.patch("/runs/{run}", "Changes the tags and notes of a run.", this::label)
            .body(Schemas.labels()),
        Endpoint.delete("/runs/{run}", "Deletes a run and its folder.", this::delete)
            .needs(Role.ADMIN)
            .answers(204, Map.of()),
        Endpoint.post("/runs/{run}/stop", "Stops a run, after its drain or at once.", this::stop)
            .body(Schemas.flags("abort"))
            .answers(202, Schemas.object("a run")),
        Endpoint.post(
                "/runs/{run}/resume",
                "Starts a run that continues an interrupted one.",
                workers.bounded(this::resume))
            .body(Schemas.secrets())
            .answers(201, Schemas.object("a run")),
        Endpoint.post("/runs/{run}/operations", "Performs one operation.", this::operation)
            .body(Schemas.operation()));
  }

  private void list(Context request) throws IOException {
    String query = Parameters.text(request, "query").toLowerCase(Locale.ROOT);
    String state = Parameters.text(request, "state");
    String tag = Parameters.text(request, "tag");
    List<RunRow> found =
        runs.rows().stream()
            .filter(row -> state.isEmpty() || row.status().state().equals(state))
            .filter(row -> tag.isEmpty() || row.labels().tags().contains(tag))
            .filter(row -> query.isEmpty() || text(row).contains(query))
            .sorted(order(Parameters.text(request, "sort")))
            .toList();
    int offset = (int) Parameters.number(request, "offset", 0, 0, Integer.MAX_VALUE);
    int limit = (int) Parameters.number(request, "limit", 50, 1, 500);
    Bodies.answer(
        request,
        Map.of("total", found.size(), "runs", found.stream().skip(offset).limit(limit).toList()));
  }

  /** Returns the order of a sort key: newest first, or by name. */
  private static Comparator<RunRow> order(String sort) {
    return switch (sort) {
      case "", "started" -> RunRow.NEWEST_FIRST;
      case "name" ->
          Comparator.comparing((RunRow row) -> row.identity().name())
              .thenComparing(RunRow.NEWEST_FIRST);
      default ->
          throw Bodies.invalid(
              "sort", sort, "started or name", "sort: must be started or name, was '" + sort + "'");
    };
  }

  private static String text(RunRow row) {
    return String.join(
            "\n",
            row.identity().id(),
            row.identity().name(),
            row.identity().target(),
            row.labels().notes(),
            String.join("\n", row.labels().tags()))
        .toLowerCase(Locale.ROOT);
  }

  private void create(Context request) throws IOException {
    Labels labels = Labels.NONE;
    String body = request.body();
    if (!String.valueOf(request.contentType()).contains("yaml")) {
      ObjectNode spec = (ObjectNode) Bodies.object(request);
      labels = labels(spec, Labels.NONE);
      spec.remove(List.of("tags", "notes"));
      body = ResultJson.mapper().writeValueAsString(spec);
    }
    RunRequest asked = SpecFile.parse(body, "request");
    if (Parameters.flag(request, "dryRun", false)) {
      Bodies.answer(request, dryRun(runs.resolve(asked)));
      return;
    }
    LiveRun run = starts.begin(Caller.of(request).name(), asked, labels);
    request.status(201).header("Location", "/api/v1/runs/" + run.id());
    Bodies.answer(request, RunDocuments.of(run));
  }

  private static Map<String, Object> dryRun(ResolvedRun resolved) {
    return Map.of("values", resolved.values(), "estimate", LoadEstimate.of(resolved));
  }

  private void show(Context request) throws IOException {
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    if (live != null) {
      Bodies.answer(request, RunDocuments.of(live));
      return;
    }
    RunRow row = runs.catalogue().row(id).orElseThrow(() -> Found.missing(id));
    StoredRun stored = runs.stored(id).orElseThrow(() -> Found.missing(id));
    boolean isOfFleet = runs.folder(id).filter(RunGenerators::isIn).isPresent();
    Bodies.answer(request, RunDocuments.of(row, stored.recorded(), isOfFleet));
  }

  private void label(Context request) throws IOException {
    String id = request.pathParam("run");
    JsonNode body = Bodies.object(request, "tags", "notes");
    LiveRun live = runs.live(id).orElse(null);
    if (live != null) {
      RunRow row = live.row();
      live.label(labels(body, row.labels()));
      Bodies.answer(request, RunDocuments.of(live));
      return;
    }
    RunRow row = runs.catalogue().row(id).orElseThrow(() -> Found.missing(id));
    runs.catalogue().label(id, labels(body, row.labels()));
    show(request);
  }

  private static Labels labels(JsonNode body, Labels before) {
    List<String> tags = before.tags();
    if (body.has("tags")) {
      JsonNode given = body.path("tags");
      tags = new ArrayList<>();
      for (JsonNode tag : given) {
        if (!tag.isString() || tag.asString().isBlank()) {
          throw badTags(given);
        }
        tags.add(tag.asString().strip());
      }
      boolean tooLong = tags.stream().anyMatch(tag -> tag.length() > TAG_CHARACTERS_MAX);
      if (!given.isArray() || tags.size() > TAGS_MAX || tooLong) {
        throw badTags(given);
      }
    }
    String notes = Objects.requireNonNullElse(Bodies.text(body, "notes"), before.notes());
    if (notes.length() > NOTES_CHARACTERS_MAX) {
      throw Bodies.invalid(
          "notes",
          notes.length() + " characters",
          "at most 20,000 characters",
          "notes: must be at most 20,000 characters, was " + notes.length());
    }
    return new Labels(tags, notes);
  }

  private static Problem badTags(JsonNode given) {
    String allowed = "a list of at most 20 texts of 1 to 60 characters";
    return Bodies.invalid(
        "tags", given.toString(), allowed, "tags: must be " + allowed + ", was " + given);
  }

  private void delete(Context request) throws IOException {
    String id = request.pathParam("run");
    if (runs.live(id).isEmpty() && runs.catalogue().row(id).isEmpty()) {
      throw Found.missing(id);
    }
    runs.delete(id);
    request.status(204);
  }

  private void stop(Context request) {
    LiveRun run = Found.goingOn(runs, request);
    JsonNode body = Bodies.object(request, "abort");
    run.stop(Boolean.TRUE.equals(Bodies.flag(body, "abort")));
    request.status(202);
    Bodies.answer(request, RunDocuments.of(run));
  }

  private void resume(Context request) throws IOException {
    JsonNode body = Bodies.object(request, SECRETS);
    String id = request.pathParam("run");
    if (runs.live(id).filter(LiveRun::isGoingOn).isPresent()) {
      throw Problem.conflict("The run '" + id + "' is live and cannot be resumed.");
    }
    runs.catalogue().checkIdle(id);
    RunRow row = runs.catalogue().row(id).orElseThrow(() -> Found.missing(id));
    StoredRun broken = runs.stored(id).orElseThrow(() -> Found.missing(id));
    String notes =
        (row.labels().notes().isEmpty() ? "" : row.labels().notes() + "\n") + "continues run " + id;
    LiveRun run =
        starts.begin(
            Caller.of(request).name(),
            resumed(broken, secrets(body)),
            new Labels(row.labels().tags(), notes));
    request.status(201).header("Location", "/api/v1/runs/" + run.id());
    Bodies.answer(request, RunDocuments.of(run));
  }

  private static Map<String, String> secrets(JsonNode body) {
    Map<String, String> secrets = new LinkedHashMap<>();
    if (body.has(SECRETS)) {
      Bodies.texts(SECRETS, body.path(SECRETS))
          .forEach((path, text) -> secrets.put(path, text == null ? "" : text));
    }
    return secrets;
  }

  private RunRequest resumed(StoredRun broken, Map<String, String> secrets) throws IOException {
    try {
      return Resumption.of(broken.recorded(), runs.drivers(), secrets);
    } catch (Resumption.SecretsNeededException e) {
      String allowed = "the secret in the member secrets of the body, env:NAME or file:/path";
      throw Problem.conflict(
          e.getMessage()
              + ". Give the value: {\"secrets\": {\""
              + e.paths().getFirst()
              + "\": \"…\"}}. A reference (env:NAME or file:/path) is stored.",
          e.paths().stream()
              .map(path ->
                  new Problem.FieldError(
                      path, "", allowed, path + " is a secret, which is not stored"))
              .toList());
    }
  }

  private void operation(Context request) throws Exception {
    LiveRun live = Found.goingOn(runs, request);
    JsonNode body = Bodies.object(request, "operation", "key", "keyText", "fields");
    String name = Bodies.text(body, "operation");
    String index =
        body.path("key").isNumber() ? body.path("key").asString() : Bodies.text(body, "key");
    String text = Bodies.text(body, "keyText");
    if (name == null || (index == null) == (text == null)) {
      throw Problem.badRequest(
          "An operation needs a name (operation) and a key: its number (key) or its name"
              + " (keyText).");
    }
    if (index != null && !index.matches("\\d{1,18}")) {
      String allowed = "the number of a key, from 0 to 10^18";
      throw Bodies.invalid(
          "key", index, allowed, "key: must be " + allowed + ", was '" + index + "'");
    }
    Map<String, String> fields = new LinkedHashMap<>();
    if (body.has("fields")) {
      Bodies.texts("fields", body.path("fields"))
          .forEach((field, value) -> fields.put(field, value == null ? "" : value));
    }
    if (fields.size() > FIELDS_MAX) {
      throw Problem.badRequest("An operation may have at most 1,000 fields.");
    }
    Run run = live.control().run();
    OperationType type =
        run.operations().stream().filter(each -> each.name().equals(name)).findFirst().orElse(null);
    if (type == null || type.bulk()) {
      List<String> known =
          run.operations().stream()
              .filter(each -> !each.bulk())
              .map(OperationType::name)
              .sorted()
              .toList();
      String allowed = "one of " + String.join(", ", known);
      throw Bodies.invalid(
          "operation", name, allowed, "operation: must be " + allowed + ", was '" + name + "'");
    }
    String key = index != null ? index : Objects.requireNonNull(text);
    SingleOperation.Answer answer = run.perform(type, key, index == null, fields);
    Bodies.answer(request, answered(name, key, answer));
  }

  private static Map<String, @Nullable Object> answered(
      String operation, String key, SingleOperation.Answer answer) {
    Outcome outcome = answer.outcome();
    Map<String, @Nullable Object> shown = new LinkedHashMap<>();
    shown.put("operation", operation);
    shown.put("key", key);
    shown.put("status", outcome.status().name().toLowerCase(Locale.ROOT).replace('_', '-'));
    shown.put("code", outcome.failureCode());
    shown.put("message", answer.message().isEmpty() ? null : answer.message());
    shown.put("serviceNanos", answer.serviceNanos());
    shown.put("items", outcome.items());
    shown.put("bytes", outcome.payloadBytes());
    shown.put("attempts", outcome.attempts());
    Map<Integer, List<Map<String, @Nullable Object>>> rows = new LinkedHashMap<>();
    for (SingleOperation.Field field : answer.fields()) {
      Map<String, @Nullable Object> its = new LinkedHashMap<>();
      its.put("name", field.name());
      its.put("text", Texts.utf8(field.bytes()));
      its.put("base64", Base64.getEncoder().encodeToString(field.bytes()));
      its.put("bytes", field.length());
      rows.computeIfAbsent(field.item(), _ -> new ArrayList<>()).add(its);
    }
    shown.put("rows", rows.values().stream().map(fields -> Map.of("fields", fields)).toList());
    return shown;
  }
}
