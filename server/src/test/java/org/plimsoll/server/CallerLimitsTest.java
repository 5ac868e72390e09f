package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.run.ScheduledChanges;
import org.plimsoll.server.endpoint.Streams;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.run.LiveRuns;

/** The limits of callers: each is refused with 429 and {@code Retry-After}, or with 422. */
@Timeout(180)
class CallerLimitsTest {
  private static final String RUN =
      "{\"target\":\"sim:?service=constant(1ms)\",\"rate\":\"100\",\"forever\":true,"
          + "\"warmup\":\"0\",\"no-fill\":true}";

  @TempDir Path folder;
  private LiveRuns runs;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    runs = new LiveRuns(Drivers.of(new SimDriver()), folder, 3);
    server =
        PlimsollServer.start(
            new ServerSettings(
                ServerSettings.LOOPBACK, 0, Access.open(), null, Set.of(), 10_000, 1),
            runs);
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private String begin() throws Exception {
    Http.Answer begun = http.post("/api/v1/runs", RUN);
    assertThat(begun.status()).as(begun.text()).isEqualTo(201);
    String id = begun.json().path("id").asString();
    http.awaitState("/api/v1/runs/" + id, "running");
    return id;
  }

  private RawHttp.Answer post(String path, String body) throws Exception {
    String headers =
        "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: "
            + body.length()
            + "\r\n";
    return RawHttp.send(server.port(), "POST /api/v1" + path + " HTTP/1.1", headers, body);
  }

  private static void isTooMany(RawHttp.Answer answer, String sentence) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(429);
    assertThat(answer.header("retry-after")).isEqualTo("1");
    assertThat(answer.json().path("detail").asString()).startsWith(sentence);
  }

  @Test
  void liveRunsOfACallerAreLimited() throws Exception {
    String id = begin();

    isTooMany(post("/runs", RUN), "At most 1 runs of one caller may be live");

    assertThat(http.post("/api/v1/runs/" + id + "/stop", "{\"abort\":true}").status())
        .isEqualTo(202);
    http.awaitState("/api/v1/runs/" + id, "finished");
    String _ = begin();
  }

  @Test
  void schedulesOfARunAreLimited() throws Exception {
    String id = begin();
    ScheduledChanges schedule = runs.live(id).orElseThrow().control().schedule();
    String one = "{\"in\":\"1h\",\"set\":{\"rate\":\"200\"}}";
    assertThat(post("/runs/" + id + "/schedules", one).status()).isEqualTo(201);
    while (schedule.all().size() < ScheduledChanges.ENTRIES_MAX) {
      var _ = schedule.addIn(Duration.ofHours(1), null, Map.of("rate", "200"), "test");
    }

    isTooMany(post("/runs/" + id + "/schedules", one), "schedule: must have at most 400 changes");
  }

  @Test
  void eventStreamsOfACallerAreLimited() throws Exception {
    List<Http.Events> open = new ArrayList<>();
    try {
      for (int i = 0; i < Streams.CALLER_MAX; i++) {
        open.add(http.events("/api/v1/stream", Map.of()));
      }

      RawHttp.Answer refused =
          RawHttp.send(server.port(), "GET /api/v1/stream HTTP/1.1", "Host: localhost\r\n", "");

      isTooMany(refused, "A caller may have at most 250 event streams");
    } finally {
      for (Http.Events each : open) {
        each.close();
      }
    }
  }

  @Test
  void textsHaveALimitOfLevels() throws Exception {
    String deep = "(".repeat(2_000);
    Http.Answer text = http.post("/api/v1/runs", RUN.replace("\"100\"", "\"x" + deep + "\""));
    Http.Answer json = http.post("/api/v1/runs", "{\"rate\":" + "[".repeat(65) + "1");
    String id = begin();
    Http.Answer change =
        http.patch("/api/v1/runs/" + id + "/parameters", "{\"rate\":\"x" + deep + "\"}");

    assertThat(text.status()).isEqualTo(422);
    assertThat(text.json().path("detail").asString())
        .isEqualTo("rate: must have at most 64 levels of brackets, had 2000");
    assertThat(json.status()).isEqualTo(400);
    assertThat(json.json().path("detail").asString()).contains("at most 64 levels,");
    assertThat(change.status()).isEqualTo(422);
    assertThat(change.json().path("detail").asString()).contains("64 levels of brackets");
  }

  /** The page reads all parameters again; a script that changes many needs only what changed. */
  @Test
  void aChangeIsAnsweredWithWhatHasChanged() throws Exception {
    String path = "/api/v1/runs/" + begin() + "/parameters";

    Http.Answer few = http.patch(path, "{\"rate\":\"200\"}");
    Http.Answer all = http.patch(path + "?all=true", "{\"rate\":\"300\"}");

    assertThat(few.json().path("changes").valueStream().map(each -> each.path("path").asString()))
        .contains("rate")
        .hasSizeLessThan(10);
    assertThat(few.json().path("parameters")).hasSameSizeAs(few.json().path("changes"));
    assertThat(all.json().path("parameters"))
        .hasSameSizeAs(http.get(path).json().path("parameters"));
  }

  @Test
  void aReadOnlyServerWritesNothingIntoAnothersFolder() throws Exception {
    LiveRuns shown = new LiveRuns(Drivers.of(new SimDriver()), folder, 3);
    assertThat(http.post("/api/v1/kill", "{}").status()).isEqualTo(200);
    assertThat(http.get("/api/v1/audit").json().path("entries")).hasSize(1);
    String before = Files.readString(folder.resolve("audit.jsonl"));
    try (PlimsollServer reading =
        PlimsollServer.start(
            new ServerSettings(ServerSettings.LOOPBACK, 0, Access.readOnly(Access.open())),
            shown)) {
      Http other = new Http(reading.port());
      assertThat(other.post("/api/v1/kill", "{}").status()).isEqualTo(403);
      assertThat(other.delete("/api/v1/runs/x").status()).isEqualTo(403);
    }

    assertThat(Files.readString(folder.resolve("audit.jsonl"))).isEqualTo(before);
    assertThat(folder.resolve("audit-refused.jsonl")).doesNotExist();
  }
}
