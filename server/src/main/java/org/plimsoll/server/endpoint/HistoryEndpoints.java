package org.plimsoll.server.endpoint;

import io.javalin.http.Context;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.report.folder.ResultJson;
import org.plimsoll.report.folder.RunReplay;
import org.plimsoll.result.RunEvent;
import org.plimsoll.server.history.Distribution;
import org.plimsoll.server.history.History;
import org.plimsoll.server.history.HistoryView;
import org.plimsoll.server.http.Bodies;
import org.plimsoll.server.http.Caller;
import org.plimsoll.server.http.Endpoint;
import org.plimsoll.server.run.Feed;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.run.RunRow;
import org.plimsoll.server.run.StoredRun;

/** The endpoints for the history, percentiles, events and live stream of a run. */
public final class HistoryEndpoints {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int POINTS_MAX = 5_000;
  private static final long ALIVE_SECONDS = 10;

  private final LiveRuns runs;
  private final Streams streams = new Streams();

  public HistoryEndpoints(LiveRuns runs) {
    this.runs = runs;
  }

  public List<Endpoint> endpoints() {
    return List.of(
        Endpoint.get("/runs/{run}/history", "The history of a run as columns.", this::history)
            .query(
                Schemas.queryNumber("from", "seconds since the start of the run"),
                Schemas.queryNumber("to", "seconds since the start of the run"),
                Schemas.queryNumber("points", "the maximum number of points"),
                Schemas.queryNumber("step", "the minimum length of a point in seconds"),
                Schemas.queryFlag("heat", "whether to include the heat map; true if absent"),
                Schemas.query("scenario", "the scenario to show, or the probe")),
        Endpoint.get(
                "/runs/{run}/percentiles", "The percentile curves of latencies.", this::percentiles)
            .query(
                Schemas.queryNumber("from", "seconds since the start of the run"),
                Schemas.queryNumber("to", "seconds since the start of the run"),
                Schemas.query("scenario", "the scenario to show, or the probe")),
        Endpoint.get("/runs/{run}/events", "The events of a run.", this::events)
            .query(Schemas.query("kind", "events of this kind only")),
        Endpoint.get(
                "/runs/{run}/stream", "The live data of a run as server-sent events.", this::stream)
            .query(Schemas.query("scenario", "the scenario to show, or the probe")),
        Endpoint.get("/stream", "The state of all runs as server-sent events.", this::overview));
  }

  private void history(Context request) throws IOException {
    double from = Parameters.number(request, "from", 0, 0, 1e10);
    double to = Parameters.number(request, "to", 1e10, 0, 1e10);
    int points = (int) Parameters.number(request, "points", 2_000, 1, POINTS_MAX);
    double step = Parameters.number(request, "step", 0, 0, 1e10);
    boolean wantsHeat = Parameters.flag(request, "heat", true);
    String scenario = Parameters.text(request, "scenario");
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    History history;
    String startedAt;
    if (live != null) {
      history = live.history();
      startedAt = live.startedAt().toString();
    } else {
      StoredRun stored = runs.stored(id).orElseThrow(() -> Found.missing(id));
      history = stored.history();
      startedAt = stored.recorded().run().startedAt();
    }
    HistoryView view = history.between(nanos(from), nanos(to), step, points);
    Map<String, Object> columns =
        view.columns(runs.generator(), startedAt, scenario.isEmpty() ? null : scenario);
    columns.compute("heat", (_, heat) -> wantsHeat ? withEdges(heat) : null);
    Bodies.answer(request, columns);
  }

  private static Map<String, Object> withEdges(@Nullable Object heat) {
    Map<String, Object> with = new LinkedHashMap<>();
    with.put("edgesNanos", HistoryView.heatEdgesNanos());
    if (heat instanceof Map<?, ?> cells) {
      cells.forEach((name, value) -> with.put(String.valueOf(name), value));
    }
    return with;
  }

  private static long nanos(double seconds) {
    return (long) (seconds * NANOS_PER_SECOND);
  }

  private void percentiles(Context request) throws IOException {
    double from = Parameters.number(request, "from", 0, 0, 1e10);
    double to = Parameters.number(request, "to", 1e10, 0, 1e10);
    String scenario = Parameters.text(request, "scenario");
    Distribution distribution = distribution(request.pathParam("run"), from, to);
    String path = scenario.isEmpty() ? "" : scenario + "/";
    Map<String, Map<String, Object>> operations = new LinkedHashMap<>();
    distribution
        .curves()
        .forEach((tag, curve) -> {
          int slash = tag.lastIndexOf('/');
          String name = slash < 0 ? "" : tag.substring(0, slash);
          boolean isShown =
              !name.isEmpty() && name.startsWith(path) && name.indexOf('/', path.length()) < 0;
          if (isShown) {
            operations
                .computeIfAbsent(name.substring(path.length()), _ -> new LinkedHashMap<>())
                .put(tag.substring(slash + 1) + "Nanos", curve);
          }
        });
    Bodies.answer(request, Map.of("operations", operations));
  }

  /**
   * Returns the latency distribution of the measurement or, if there is a time range, of that range
   * from the run's folder.
   */
  private Distribution distribution(String id, double from, double to) throws IOException {
    boolean isWhole = from == 0 && to == 1e10;
    LiveRun live = runs.live(id).orElse(null);
    if (live != null && isWhole) {
      return live.history().measured();
    }
    Optional<Path> folder = live == null ? Optional.empty() : runs.folder(id);
    if (live != null && folder.isPresent()) {
      // Read again each time, because the folder of a live run grows every second.
      Distribution distribution = new Distribution();
      distribution.add(RunReplay.between(folder.get(), nanos(from), nanos(to)));
      distribution.addUnanswered(
          live.history().between(nanos(from), nanos(to), POINTS_MAX).unanswered());
      return distribution;
    }
    StoredRun stored = runs.stored(id).orElseThrow(() -> Found.missing(id));
    return isWhole ? stored.history().measured() : stored.between(nanos(from), nanos(to));
  }

  private void events(Context request) throws IOException {
    String kind = Parameters.text(request, "kind");
    String id = request.pathParam("run");
    LiveRun live = runs.live(id).orElse(null);
    List<RunEvent> events =
        live != null
            ? live.events()
            : runs.stored(id).orElseThrow(() -> Found.missing(id)).events();
    Bodies.answer(
        request,
        Map.of(
            "events",
            events.stream()
                .filter(each -> kind.isEmpty() || each.kind().text().equals(kind))
                .toList()));
  }

  private void stream(Context request) throws InterruptedException, IOException {
    LiveRun live = runs.live(request.pathParam("run")).orElse(null);
    String id = request.pathParam("run");
    if (live == null) {
      endOf(request, runs.catalogue().row(id).orElseThrow(() -> Found.missing(id)));
      return;
    }
    String scenario = Parameters.text(request, "scenario");
    String last = request.header("Last-Event-ID");
    try (Streams.Held _ = streams.open(Caller.of(request).name());
        Feed.Subscription subscription = live.feed().subscribe()) {
      EventStream stream = EventStream.open(request);
      stream.send("run", null, run(live));
      if (last != null && last.matches("\\d{1,12}")) {
        catchUp(live, Long.parseLong(last), scenario, stream);
      }
      if (!live.isGoingOn()) {
        stream.send("end", null, end(live.row()));
        return;
      }
      carry(
          subscription,
          stream,
          message -> message.event().equals("run") ? run(live) : message.text(scenario));
    }
  }

  /** Sends the end of a run of an earlier process to a client that has watched it. */
  private static void endOf(Context request, RunRow row) throws IOException {
    EventStream.open(request).send("end", null, end(row));
  }

  private static String end(RunRow row) {
    return ResultJson.mapper().writeValueAsString(Map.of("state", row.status().state()));
  }

  private static String run(LiveRun live) {
    return ResultJson.mapper().writeValueAsString(RunDocuments.of(live));
  }

  /** Sends the seconds that a client has missed. */
  private static void catchUp(LiveRun live, long lastSecond, String scenario, EventStream stream) {
    HistoryView missed =
        live.history().between(TimeUnit.SECONDS.toNanos(lastSecond + 1), Long.MAX_VALUE, 7_200);
    Map<String, Object> columns =
        missed.columns(
            live.generator(), live.startedAt().toString(), scenario.isEmpty() ? null : scenario);
    if (columns.get("at") instanceof List<?> at && !at.isEmpty()) {
      stream.send("interval", null, ResultJson.mapper().writeValueAsString(columns));
    }
  }

  private void overview(Context request) throws InterruptedException, IOException {
    try (Streams.Held _ = streams.open(Caller.of(request).name());
        Feed.Subscription subscription = runs.overview().subscribe()) {
      carry(subscription, EventStream.open(request), message -> message.text(""));
    }
  }

  /** Sends messages until the run ends or the client disconnects. */
  private static void carry(
      Feed.Subscription subscription, EventStream stream, Function<Feed.Message, String> text)
      throws InterruptedException {
    while (subscription.isOpen() && stream.isOpen()) {
      Feed.Message message = subscription.next(ALIVE_SECONDS, TimeUnit.SECONDS);
      if (message == null) {
        stream.sendComment("alive");
      } else {
        stream.send(message.event(), message.id(), text.apply(message));
        if (message.event().equals("end")) {
          return;
        }
      }
    }
  }
}
