package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** Runs over HTTP, as pipelines and the page use them. */
@Timeout(180)
class ServedRunsTest {
  private static final String FOREVER =
      "{\"target\":\"sim:?service=constant(1ms)\",\"rate\":\"500\",\"forever\":true,"
          + "\"warmup\":\"0\",\"mix\":{\"read\":80,\"update\":20}}";

  @TempDir Path folder;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    server = serve();
    http = new Http(server.port());
  }

  private PlimsollServer serve() {
    return PlimsollServer.start(
        ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String begin(String spec) throws Exception {
    Http.Answer answer = http.post("/api/v1/runs", spec);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    return answer.json().path("id").asString();
  }

  private JsonNode await(String id, String state) throws Exception {
    return http.awaitState("/api/v1/runs/" + id, state);
  }

  @Test
  void runsAreStartedShownAndEndWithASummary() throws Exception {
    String id =
        begin(
            "{\"target\":\"sim:\",\"rate\":\"200\",\"for\":\"1s\",\"warmup\":\"0\","
                + "\"name\":\"first\",\"tags\":[\"a b\"],\"notes\":\"<b>hm</b>\"}");

    JsonNode run = await(id, "finished");

    assertThat(run.path("summary").path("accounting").path("scheduled").asLong()).isEqualTo(200);
    assertThat(run.path("name").asString()).isEqualTo("first");
    assertThat(run.path("tags").path(0).asString()).isEqualTo("a b");
    assertThat(run.path("notes").asString()).isEqualTo("<b>hm</b>");
    assertThat(http.get("/api/v1/runs?query=FIRST&tag=a%20b").json().path("total").asInt())
        .isEqualTo(1);
    assertThat(http.get("/api/v1/runs?state=running").json().path("total").asInt()).isZero();
  }

  @Test
  void aSweepAndItsCommandsAreRefused() throws Exception {
    Http.Answer answer =
        http.post(
            "/api/v1/runs",
            "{\"target\":\"sim:\",\"sweep\":{\"grid\":{\"workers\":[1]},"
                + "\"before\":[\"touch\",\"x\"]}}");
    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.text()).contains("sweep: must be left out of a single run");
    assertThat(http.get("/api/v1/runs").text()).doesNotContain("touch");
  }

  @Test
  void dryRunsStartNothing() throws Exception {
    Http.Answer answer = http.post("/api/v1/runs?dryRun=true", FOREVER);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.json().path("values").findValuesAsString("name")).contains("rate", "mix");
    assertThat(answer.json().path("estimate").size()).isPositive();
    assertThat(http.get("/api/v1/runs").json().path("total").asInt()).isZero();
  }

  @Test
  void changesTakeEffectAndAreListed() throws Exception {
    String id = begin(FOREVER);
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      events.next("interval");
      Http.Answer answer = http.patch("/api/v1/runs/" + id + "/parameters", "{\"rate\":\"2k\"}");

      assertThat(answer.status()).as(answer.text()).isEqualTo(200);
      // Seconds from before the change may still be on their way.
      double target;
      do {
        target = targetPerSecond(events.next("interval").data());
      } while (target == 500);
      assertThat(target).isEqualTo(2_000);
    }
    JsonNode change =
        http.get("/api/v1/runs/" + id + "/changes")
            .json()
            .path("changes")
            .valueStream()
            .filter(each -> each.path("path").asString().equals("rate"))
            .findFirst()
            .orElseThrow();
    assertThat(change.path("old").asString()).isEqualTo("500");
    assertThat(change.path("new").asString()).isEqualTo("2k");
    assertThat(change.path("who").asString()).isEqualTo("local user");
    JsonNode rate =
        parameters(id)
            .valueStream()
            .filter(each -> each.path("path").asString().equals("rate"))
            .findFirst()
            .orElseThrow();
    assertThat(rate.path("origin").asString()).isEqualTo("live (local user)");
    assertThat(rate.path("live").asBoolean()).isTrue();
  }

  private static double targetPerSecond(JsonNode interval) {
    return interval.path("series").path("targetPerSecond").path(0).asDouble();
  }

  private JsonNode parameters(String id) throws Exception {
    return http.get("/api/v1/runs/" + id + "/parameters").json().path("parameters");
  }

  @Test
  void refusedChangesNameEachFieldAndChangeNothing() throws Exception {
    String id = begin(FOREVER);

    Http.Answer answer =
        http.patch(
            "/api/v1/runs/" + id + "/parameters",
            "{\"rate\":\"-1\",\"mix\":\"read=1\",\"warmup\":\"3s\"}");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.type()).startsWith("application/problem+json");
    assertThat(answer.json().path("errors").findValuesAsString("field"))
        .containsExactlyInAnyOrder("rate", "warmup");
    assertThat(http.get("/api/v1/runs/" + id + "/changes").json().path("changes").size()).isZero();
  }

  @Test
  void readsAndWritesAreSwitchedSeparately() throws Exception {
    String id = begin(FOREVER);
    Http.Answer answer = http.patch("/api/v1/runs/" + id + "/switches", "{\"writes\":false}");

    assertThat(answer.json().path("reads").asBoolean()).isTrue();
    assertThat(answer.json().path("writes").asBoolean()).isFalse();
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      // Writes that were due before may still end, late on a busy machine.
      JsonNode second;
      do {
        second = events.next("interval").data();
      } while (!List.copyOf(second.path("operations").propertyNames())
          .equals(List.of("all", "read")));
      assertThat(targetPerSecond(second)).isCloseTo(400, within(0.01));
    }
  }

  @Test
  void aRunOfOneGeneratorHasNoScopes() throws Exception {
    String run = "/api/v1/runs/" + begin(FOREVER);

    Http.Answer refused = http.patch(run + "/parameters?scope=rack=a", "{\"timeout\":\"2s\"}");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.json().path("detail").asString())
        .isEqualTo("scope: must be fleet, as the run has one generator only, was 'rack=a'");
    assertThat(http.patch(run + "/switches?scope=rack=a", "{\"reads\":false}").status())
        .isEqualTo(422);
    assertThat(http.patch(run + "/parameters?scope=fleet", "{\"timeout\":\"2s\"}").status())
        .isEqualTo(200);
    assertThat(http.get(run + "/scopes").json().path("nodes")).isEmpty();

    http.post(run + "/stop", "{}");
    await(run.substring(run.lastIndexOf('/') + 1), "finished");
    assertThat(http.get(run + "/scopes").json().path("scopes")).isEmpty();
  }

  @Test
  void singleOperationsRunInParallelWithTheLoad() throws Exception {
    String id = begin(FOREVER);
    await(id, "running");

    JsonNode answer =
        http.post("/api/v1/runs/" + id + "/operations", "{\"operation\":\"read\",\"key\":\"7\"}")
            .json();

    assertThat(answer.path("status").asString()).isEqualTo("succeeded");
    assertThat(answer.path("serviceNanos").asLong()).isGreaterThanOrEqualTo(1_000_000);
    Http.Answer wrong =
        http.post("/api/v1/runs/" + id + "/operations", "{\"operation\":\"rad\",\"key\":7}");
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.json().path("field").asString()).isEqualTo("operation");
  }

  @Test
  void reconnectingClientsGetTheMissedSeconds() throws Exception {
    String id = begin(FOREVER);
    String last;
    String next;
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      last = events.next("interval").id();
      // On a busy machine, an interval may be longer than a second.
      next = events.next("interval").id();
      events.next("interval");
    }
    try (Http.Events again =
        http.events(
            "/api/v1/runs/" + id + "/stream", Map.of("Last-Event-ID", String.valueOf(last)))) {
      JsonNode missed = again.next("interval").data().path("at");

      assertThat(missed.size()).isGreaterThanOrEqualTo(2);
      assertThat(String.valueOf((long) missed.path(0).asDouble())).isEqualTo(next);
    }
  }

  @Test
  void thePercentileCurveOfARangeFollowsALiveRun() throws Exception {
    String id = begin(FOREVER);
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      double read = second(events.next("interval"));
      assertThat(curve(id, 0, 1_000).size()).isPositive();
      double at = read;
      while (at < read + 2.5) {
        at = second(events.next("interval"));
      }

      // The folder was read before these seconds were recorded.
      assertThat(curve(id, read + 0.5, 1_000).size()).isPositive();
      assertThat(curve(id, at + 1_000, 2_000).size()).isZero();
    }
  }

  private static double second(Http.Event interval) {
    return interval.data().path("at").path(0).asDouble();
  }

  private JsonNode curve(String id, double from, double to) throws Exception {
    return http.get("/api/v1/runs/" + id + "/percentiles?from=" + from + "&to=" + to)
        .json()
        .path("operations")
        .path("all")
        .path("responseNanos");
  }

  @Test
  void anEndedRunHasItsConsistencyResultsAsSentences() throws Exception {
    String id =
        begin(
            "{\"target\":\"sim:?service=constant(1ms)&staleness=constant(50ms)\",\"rate\":\"500\","
                + "\"keys\":\"100\",\"for\":\"1h\",\"warmup\":\"0\",\"consistency\":true}");
    Awaitility.await()
        .atMost(Duration.ofMinutes(1))
        .until(
            () -> http.get("/api/v1/runs/" + id).json(),
            run -> run.path("throughputPerSecond").asDouble(0) > 0);
    assertThat(http.get("/api/v1/runs/" + id).json().path("consistency").isEmpty()).isTrue();
    http.post("/api/v1/runs/" + id + "/stop", "{}");
    await(id, "finished");
    JsonNode found = http.get("/api/v1/runs/" + id).json().path("consistency");
    assertThat(found.path("reads judged").asString()).contains(" of ");
    assertThat(found.path("stale reads").asString()).contains(" of ");
  }

  /**
   * The stall begins so late that a slow start of the stream does not miss the time before it, and
   * is so long that it is noticed, and can be asked for, also after a pause of this process.
   */
  @Test
  void aLiveRunTellsTheGeneratorsVerdictAndTheTargetsHealth() throws Exception {
    String id =
        begin(
            "{\"target\":\"sim:?service=constant(1ms)&stall-after=5s&stall-for=5s\","
                + "\"rate\":\"500\",\"forever\":true,\"warmup\":\"0\","
                + "\"slo\":\"p99<20ms\",\"no-fill\":true}");
    long sinceNanos;
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      awaitHealth(events, "answers");
      JsonNode stalled = awaitHealth(events, "stalled");
      sinceNanos = stalled.path("health").path("noAnswerSinceNanos").asLong();
      assertThat(sinceNanos / 1e9).isCloseTo(5, within(3.5));
      assertThat(http.get("/api/v1/runs/" + id).json().path("health").path("state").asString())
          .isEqualTo("stalled");
      JsonNode missed = awaitHealth(events, "answers");
      assertThat(missed.path("findings").isArray()).isTrue();
    }
    JsonNode run = http.get("/api/v1/runs/" + id).json();
    assertThat(run.path("objectives").path(0).path("bound").asDouble()).isEqualTo(20e6);
    JsonNode slo = run.path("health").path("slos").path(0);
    assertThat(slo.path("firstMissedNanos").asDouble() / 1e9)
        .as(run.toString())
        .isBetween(1.0, 14.0);
    // A busy machine may add stalls of its own.
    List<JsonNode> stalls =
        http.get("/api/v1/runs/" + id + "/events?kind=stall")
            .json()
            .path("events")
            .valueStream()
            .filter(each -> each.path("period").path("sinceNanos").asLong() == sinceNanos)
            .toList();
    assertThat(stalls).hasSize(2);
    assertThat(stalls.getLast().path("period").path("lengthNanos").asDouble() / 1e9)
        .isCloseTo(5, within(3.5));
  }

  private static JsonNode awaitHealth(Http.Events events, String state) throws IOException {
    JsonNode said;
    do {
      said = events.next("health").data();
    } while (!said.path("health").path("state").asString().equals(state));
    return said;
  }

  @Test
  void severalRunsAreLiveUpToTheLimit() throws Exception {
    begin(FOREVER);
    begin(FOREVER);
    begin(FOREVER);

    assertThat(http.post("/api/v1/runs", FOREVER).status()).isEqualTo(429);
    JsonNode here = http.get("/api/v1/generators").json().path("generators").path(0);
    assertThat(here.path("runs").size()).isEqualTo(3);
    JsonNode stopped = http.post("/api/v1/kill", "{}").json().path("stopped");
    assertThat(stopped.size()).isEqualTo(3);
    for (JsonNode id : stopped) {
      await(id.asString(), "finished");
    }
  }

  @Test
  void onlyEndedRunsCanBeDeleted() throws Exception {
    String id = begin(FOREVER);
    await(id, "running");

    assertThat(http.delete("/api/v1/runs/" + id).status()).isEqualTo(409);
    assertThat(http.post("/api/v1/runs/" + id + "/stop", "{}").status()).isEqualTo(202);
    await(id, "finished");
    assertThat(http.delete("/api/v1/runs/" + id).status()).isEqualTo(204);
    assertThat(http.get("/api/v1/runs/" + id).status()).isEqualTo(404);
    try (Stream<Path> left = Files.list(folder)) {
      // The deletion that was refused is in a file of its own.
      assertThat(left.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder("audit.jsonl", "audit-refused.jsonl");
    }
  }

  @Test
  void runsOfEarlierServersAreListedWithHistoryAndFiles() throws Exception {
    String id = begin("{\"target\":\"sim:\",\"rate\":\"500\",\"for\":\"3s\",\"warmup\":\"0\"}");
    await(id, "finished");
    JsonNode live = http.get("/api/v1/runs/" + id + "/history").json();
    stop();
    start();

    assertThat(http.get("/api/v1/runs/" + id).json().path("state").asString())
        .isEqualTo("finished");
    JsonNode history = http.get("/api/v1/runs/" + id + "/history").json();
    assertThat(history.path("at")).isEqualTo(live.path("at"));
    for (int i = 0; i < history.path("at").size(); i++) {
      double before = live.at("/operations/all/responseNanos/p99/" + i).asDouble();
      // The folder keeps microseconds.
      assertThat(history.at("/operations/all/responseNanos/p99/" + i).asDouble())
          .isCloseTo(before, within(1_000 + before / 500));
    }
    JsonNode curves = http.get("/api/v1/runs/" + id + "/percentiles").json().path("operations");
    assertThat(curves.propertyNames()).contains("all", "read", "update");
    JsonNode curve = curves.at("/all/responseNanos");
    assertThat(curve.path(curve.size() - 1).path(0).asDouble()).isEqualTo(100);
    assertThat(history.path("heat").path("measure").asString()).isEqualTo("response");
    JsonNode coarse = http.get("/api/v1/runs/" + id + "/history?step=10&heat=false").json();
    assertThat(coarse.path("stepSeconds").asInt()).isEqualTo(10);
    assertThat(coarse.has("heat")).isFalse();
    assertThat(http.get("/api/v1/runs/" + id + "/report").text()).contains("<!doctype html>");
    assertThat(http.get("/api/v1/runs/" + id + "/export/csv").text().lines().count())
        .isGreaterThan(3);
    assertThat(http.get("/api/v1/runs/" + id + "/export/exe").status()).isEqualTo(404);
    // A draft of a file may vanish while the folder is read. Names are plain text in a zip file.
    try (Stream<Path> files = Files.walk(folder)) {
      Path file = files.filter(each -> each.endsWith("run.json")).findFirst().orElseThrow();
      Files.writeString(file.resolveSibling("run.json.tmp"), "{");
    }
    assertThat(http.get("/api/v1/runs/" + id + "/export/folder").text())
        .contains("run.json")
        .doesNotContain("run.json.tmp");
    assertThat(
            http.patch("/api/v1/runs/" + id, "{\"notes\":\"kept\"}")
                .json()
                .path("notes")
                .asString())
        .isEqualTo("kept");
  }

  @Test
  void runsOfAKilledServerAreShownAndCanBeResumed() throws Exception {
    String id = begin(FOREVER);
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      events.next("interval");
      http.patch("/api/v1/runs/" + id + "/parameters", "{\"rate\":\"900\"}");
      events.next("interval");
      events.next("interval");
    }
    stop();
    leaveAsKilled();
    start();

    JsonNode killed = http.get("/api/v1/runs/" + id).json();
    assertThat(killed.path("state").asString()).isEqualTo("killed");
    assertThat(killed.path("elapsedNanos").asLong()).isGreaterThan(2_000_000_000L);
    assertThat(killed.path("throughputPerSecond").asDouble()).isPositive();
    assertThat(killed.at("/summary/verdict/findings/0/code").asString()).isEqualTo("interrupted");
    assertThat(killed.path("throughputPerSecond"))
        .isEqualTo(killed.at("/summary/throughputPerSecond"));
    assertThat(killed.path("validity")).isEqualTo(killed.at("/summary/verdict/validity"));
    JsonNode parameters = http.get("/api/v1/runs/" + id + "/parameters").json().path("parameters");
    JsonNode rate =
        parameters
            .valueStream()
            .filter(each -> each.path("path").asString().equals("rate"))
            .findFirst()
            .orElseThrow();
    assertThat(rate.path("value").asString()).isEqualTo("900");
    assertThat(rate.path("origin").asString()).startsWith("changed from 500 by ");
    Http.Answer resumed = http.post("/api/v1/runs/" + id + "/resume", "{}");

    assertThat(resumed.status()).as(resumed.text()).isEqualTo(201);
    assertThat(resumed.json().path("spec").path("rate").asString()).isEqualTo("900");
    assertThat(resumed.json().path("notes").asString()).contains(id);
    assertThat(resumed.json().path("target").asString()).isEqualTo("sim:?service=constant(1ms)");
    await(resumed.json().path("id").asString(), "running");
  }

  /** Changes the run's folder as a kill leaves it, without the end of the run. */
  private void leaveAsKilled() throws IOException {
    Path run;
    try (Stream<Path> files = Files.walk(folder)) {
      run = files.filter(file -> file.endsWith("run.json")).findFirst().orElseThrow();
    }
    Files.writeString(
        run,
        Files.readString(run)
            .replace("\"finished\"", "\"running\"")
            .replace("\"summary\"", "\"x\""));
  }

  @Test
  void aPercentileAmongUnansweredOperationsIsAboveTheTimeout() throws Exception {
    String id =
        begin(
            "{\"target\":\"sim:?service=constant(1h)\",\"rate\":\"500\",\"forever\":true,"
                + "\"warmup\":\"0\",\"no-fill\":true,\"timeout\":\"200ms\"}");
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      events.next("interval");
      events.next("interval");
    }
    Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> isAboveTheTimeout(id));
    http.post("/api/v1/runs/" + id + "/stop", "{}");
    await(id, "finished");
    isAboveTheTimeout(id);
    stop();
    start();
    isAboveTheTimeout(id);
    stop();
    leaveAsKilled();
    start();

    assertThat(http.get("/api/v1/runs/" + id).json().path("state").asString()).isEqualTo("killed");
    isAboveTheTimeout(id);
  }

  private void isAboveTheTimeout(String id) throws Exception {
    JsonNode row = http.get("/api/v1/runs").json().path("runs").path(0);
    assertThat(row.path("id").asString()).isEqualTo(id);
    assertThat(row.path("p99Nanos").isNull()).as(row.toString()).isTrue();
    assertThat(row.path("p99AboveNanos").asLong()).isEqualTo(200_000_000);
  }

  @Test
  void runsWithAnUnusableTargetFailWithOneSentence() throws Exception {
    String id = begin("{\"target\":\"sim:?error-rate=1\",\"handshake\":true,\"rate\":\"1\"}");

    JsonNode run = await(id, "failed");

    assertThat(run.path("problem").asString()).contains("handshake");
    assertThat(run.path("isLive").asBoolean()).isFalse();
  }

  @Test
  void fillsAreStartedAndStoppedInParallelWithTheLoad() throws Exception {
    String id = begin(FOREVER.replace("\"rate\"", "\"keys\":\"100m\",\"rate\""));
    await(id, "running");

    http.patch("/api/v1/runs/" + id + "/switches", "{\"fill\":true}");
    assertThat(http.patch("/api/v1/runs/" + id + "/switches", "{\"fill\":true}").status())
        .isEqualTo(200);
    assertThat(http.get("/api/v1/runs/" + id).json().path("switches").path("fill").asBoolean())
        .isTrue();
    http.patch("/api/v1/runs/" + id + "/switches", "{\"fill\":false}");
    Awaitility.await()
        .atMost(Duration.ofSeconds(60))
        .untilAsserted(() -> assertThat(events(id)).contains("fill during the load stopped"));
  }

  private String events(String id) throws Exception {
    List<String> texts = new ArrayList<>();
    http.get("/api/v1/runs/" + id + "/events")
        .json()
        .path("events")
        .forEach(event -> texts.add(event.path("text").asString()));
    return String.join("\n", texts);
  }

  @Test
  void scheduledChangesAreListedAppliedAndRemoved() throws Exception {
    String id = begin(FOREVER);
    await(id, "running");
    String path = "/api/v1/runs/" + id + "/schedules";
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      Http.Answer later =
          http.post(path, "{\"in\":\"1h\",\"every\":\"24h\",\"set\":{\"rate\":\"900\"}}");
      Http.Answer next = http.post(path, "{\"in\":\"1h\",\"set\":{\"rate\":\"800\"}}");

      assertThat(later.json().path("every").asString()).isEqualTo("86400s");
      assertThat(http.get(path).json().path("schedules").size()).isEqualTo(2);
      String second = next.json().path("id").asString();
      assertThat(http.delete(path + "/" + second).status()).isEqualTo(204);
      // The list is read before, as this change may be made before the next request.
      Http.Answer soon = http.post(path, "{\"in\":\"1s\",\"set\":{\"rate\":\"700\"}}");
      assertThat(soon.status()).as(soon.text()).isEqualTo(201);
      JsonNode change;
      do {
        change = events.next("parameters").data().path("change");
      } while (!change.path("parameter").asString().equals("rate"));
      assertThat(change.path("after").asString()).isEqualTo("700");
      String planned = later.json().path("id").asString();
      assertThat(http.delete(path + "/" + planned).status()).isEqualTo(204);
      assertThat(http.get(path).json().path("schedules").size()).isZero();
    }
    assertThat(http.post(path, "{\"in\":\"soon\",\"set\":{\"rate\":\"1\"}}").status())
        .isEqualTo(422);
    assertThat(http.post(path, "{\"in\":\"1s\",\"set\":{\"warmup\":\"1s\"}}").status())
        .isEqualTo(422);
    assertThat(http.post(path, "{\"set\":{\"rate\":\"1\"}}").status()).isEqualTo(400);
  }

  @Test
  void thePrometheusPageHasEveryRun() throws Exception {
    String id = begin(FOREVER);
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      events.next("interval");
      events.next("interval");
    }

    Http.Answer scrape = http.get("/metrics");

    assertThat(scrape.type()).startsWith("text/plain");
    assertThat(scrape.text().lines()).anyMatch(line -> line.contains("run=\"" + id + "\""));
  }

  @Test
  void runsAreComparedAndTooFewHaveNoVerdict() throws Exception {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ids.add(begin("{\"target\":\"sim:\",\"rate\":\"50\",\"for\":\"1s\",\"warmup\":\"0\"}"));
      await(ids.get(i), "finished");
    }
    String a = "[\"" + String.join("\",\"", ids.subList(0, 4)) + "\"]";
    String b = "[\"" + String.join("\",\"", ids.subList(4, 8)) + "\"]";

    Http.Answer few =
        http.post(
            "/api/v1/comparisons",
            "{\"a\":[\"" + ids.get(0) + "\"],\"b\":" + b + ",\"allowSuspect\":true}");
    Http.Answer unknown = http.post("/api/v1/comparisons", "{\"a\":[\"x\"],\"b\":" + b + "}");
    Http.Answer eight =
        http.post("/api/v1/comparisons", "{\"a\":" + a + ",\"b\":" + b + ",\"allowSuspect\":true}");

    // On a shared machine, runs of one second may be invalid, and are then refused.
    if (few.status() == 200) {
      assertThat(few.json().path("verdict").asString()).isEqualTo("not tested");
    } else {
      assertThat(few.status()).as(few.text()).isEqualTo(409);
    }
    assertThat(unknown.status()).isEqualTo(404);
    if (eight.status() == 200) {
      assertThat(eight.json().path("rows").size()).isPositive();
    } else {
      assertThat(eight.status()).as(eight.text()).isEqualTo(409);
      assertThat(eight.json().path("detail").asString())
          .contains("invalid")
          .doesNotContain(folder.toString());
    }
  }

  @Test
  void invalidRequestsAreAnsweredWithProblemDocuments() throws Exception {
    record Case(String method, String path, String body, int status, String detail) {}
    List<Case> cases =
        List.of(
            new Case("GET", "/api/v1/runs/nope", "", 404, "There is no run 'nope'."),
            new Case("POST", "/api/v1/runs", "{", 400, "The body must be JSON"),
            new Case("POST", "/api/v1/runs", "[]", 400, "The body must be a JSON object."),
            new Case("POST", "/api/v1/runs", "{\"target\":\"siim:\"}", 422, "did you mean 'sim'?"),
            new Case("POST", "/api/v1/runs", "{\"rte\":1}", 422, "did you mean 'rate'?"),
            new Case("POST", "/api/v1/runs", "{\"tags\":[1]}", 422, "tags: must be a list"),
            new Case("POST", "/api/v1/runs/nope/stop", "{}", 404, "There is no run 'nope'."),
            new Case("GET", "/api/v1/runs?limit=0", "", 422, "limit: must be"),
            new Case("GET", "/api/v1/drivers/nope", "", 404, "There is no driver 'nope'"),
            new Case("PUT", "/api/v1/runs", "{}", 405, ""));
    for (Case each : cases) {
      Http.Answer answer =
          http.send(each.method(), each.path(), each.body().isEmpty() ? null : each.body());
      assertThat(answer.status()).as(each + " " + answer.text()).isEqualTo(each.status());
      assertThat(answer.type()).as(each.toString()).startsWith("application/problem+json");
      assertThat(answer.json().path("detail").asString()).contains(each.detail());
    }
  }
}
