package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** Notes, baselines and templates, which are kept on disk. */
@Timeout(180)
class KeptWithRunsTest {
  private static final String SHORT =
      "{\"target\":\"sim:\",\"rate\":\"200\",\"for\":\"1s\",\"warmup\":\"0\",\"name\":\"short\"}";
  private static final String FOREVER =
      "{\"target\":\"sim:\",\"rate\":\"200\",\"forever\":true,\"warmup\":\"0\"}";

  @TempDir Path folder;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3));
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private void restart() {
    server.close();
    start();
  }

  private String begin(String spec, String state) throws Exception {
    Http.Answer answer = http.post("/api/v1/runs", spec);
    assertThat(answer.status()).as(answer.text()).isEqualTo(201);
    String id = answer.json().path("id").asString();
    http.awaitState("/api/v1/runs/" + id, state);
    return id;
  }

  private JsonNode notes(String id) throws Exception {
    return http.get("/api/v1/runs/" + id + "/notes").json().path("notes");
  }

  @Test
  void aNoteOfALiveRunIsOfNowAndReachesThoseWhoWatch() throws Exception {
    String id = begin(FOREVER, "running");
    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      events.next("interval");
      Instant startedAt =
          Instant.parse(http.get("/api/v1/runs/" + id).json().path("startedAt").asString());
      Instant before = Instant.now();
      Http.Answer added = http.post("/api/v1/runs/" + id + "/notes", "{\"text\":\" failover \"}");

      assertThat(added.status()).as(added.text()).isEqualTo(201);
      assertThat(added.json().path("text").asString()).isEqualTo("failover");
      assertThat(added.json().path("who").asString()).isEqualTo("local user");
      assertThat(added.json().path("atNanos").asDouble() / 1e9)
          .isBetween(
              Duration.between(startedAt, before).toMillis() / 1e3 - 1,
              Duration.between(startedAt, Instant.now()).toMillis() / 1e3 + 1);
      assertThat(events.next("notes").data().path("notes").path(0)).isEqualTo(added.json());
    }
  }

  @Test
  void notesAreKeptWithTheRunInTheOrderOfTheirInstants() throws Exception {
    String id = begin(SHORT, "finished");
    String path = "/api/v1/runs/" + id + "/notes";
    String startedAt = http.get("/api/v1/runs/" + id).json().path("startedAt").asString();
    http.post(path, "{\"text\":\"later\",\"atNanos\":700000000}");
    String at = Instant.parse(startedAt).plusMillis(300).toString();
    http.post(path, "{\"text\":\"earlier\",\"at\":\"" + at + "\"}");
    restart();

    JsonNode notes = notes(id);

    assertThat(notes.findValuesAsString("text")).containsExactly("earlier", "later");
    assertThat(notes.path(0).path("atNanos").asLong()).isEqualTo(300_000_000);
    String earlier = notes.path(0).path("id").asString();
    assertThat(http.delete("/api/v1/runs/" + id + "/notes/" + earlier).status()).isEqualTo(204);
    assertThat(notes(id).findValuesAsString("text")).containsExactly("later");
    assertThat(http.delete("/api/v1/runs/" + id + "/notes/" + earlier).status()).isEqualTo(404);
  }

  @Test
  void aNoteOutsideTheRunIsRefused() throws Exception {
    String id = begin(SHORT, "finished");
    String path = "/api/v1/runs/" + id + "/notes";

    for (String note :
        new String[] {
          "{\"text\":\"x\"}",
          "{\"text\":\"x\",\"atNanos\":-1}",
          "{\"text\":\"x\",\"atNanos\":3600000000000}",
          "{\"text\":\"x\",\"atNanos\":143663299835757424115974144}",
          "{\"text\":\"x\",\"atNanos\":1e400}",
          "{\"text\":\"x\",\"atNanos\":1.5}",
          "{\"text\":\"x\",\"at\":\"yesterday\"}",
          "{\"text\":\"x\",\"at\":\"2001-01-01T00:00:00Z\"}",
          "{\"text\":\" \",\"atNanos\":1}",
        }) {
      Http.Answer answer = http.post(path, note);
      assertThat(answer.status()).as(note + answer.text()).isEqualTo(422);
    }
    assertThat(http.get("/api/v1/runs/nope/notes").status()).isEqualTo(404);
    assertThat(notes(id)).isEmpty();
  }

  @Test
  void aTargetHasOneBaselineWhichOutlivesTheServer() throws Exception {
    String first = begin(SHORT, "finished");
    String second = begin(SHORT, "finished");
    String live = begin(FOREVER, "running");
    assertThat(http.post("/api/v1/runs/" + live + "/baseline", "{}").status()).isEqualTo(409);
    assertThat(http.post("/api/v1/runs/" + first + "/baseline", "{}").status()).isEqualTo(201);
    assertThat(http.post("/api/v1/runs/" + second + "/baseline", "{}").status()).isEqualTo(201);
    restart();

    JsonNode baselines = http.get("/api/v1/baselines").json().path("baselines");

    assertThat(baselines).hasSize(1);
    assertThat(baselines.path(0).path("run").asString()).isEqualTo(second);
    assertThat(baselines.path(0).path("target").asString()).isEqualTo("sim:");
    assertThat(baselines.path(0).path("name").asString()).isEqualTo("short");
    assertThat(http.delete("/api/v1/runs/" + first + "/baseline").status()).isEqualTo(404);
    http.delete("/api/v1/runs/" + second);
    assertThat(http.get("/api/v1/baselines").json().path("baselines")).isEmpty();
  }

  @Test
  void templatesAreKeptByName() throws Exception {
    for (String rate : new String[] {"100", "300"}) {
      String body =
          "{\"name\":\"nightly load\",\"spec\":{\"target\":\"sim:\",\"rate\":\"" + rate + "\"}}";
      Http.Answer saved = http.post("/api/v1/templates", body);
      assertThat(saved.status()).as(saved.text()).isEqualTo(201);
    }
    restart();

    JsonNode templates = http.get("/api/v1/templates").json().path("templates");

    assertThat(templates).hasSize(1);
    assertThat(templates.path(0).path("spec").path("rate").asString()).isEqualTo("300");
    String path = "/api/v1/templates/nightly%20load";
    assertThat(http.delete(path).status()).isEqualTo(204);
    assertThat(http.delete(path).status()).isEqualTo(404);
  }

  @Test
  void aTemplateThatCannotBeStartedOrHasASecretIsRefused() throws Exception {
    Http.Answer wrong =
        http.post("/api/v1/templates", "{\"name\":\"a\",\"spec\":{\"target\":\"siim:\"}}");
    assertThat(wrong.status()).isEqualTo(422);
    Http.Answer nameless = http.post("/api/v1/templates", "{\"spec\":{\"target\":\"sim:\"}}");
    assertThat(nameless.status()).isEqualTo(422);
    server.close();
    server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SecretDriver()), folder, 3));
    http = new Http(server.port());
    String spec = "{\"target\":\"vault:\",\"rate\":\"10\",\"set\":{\"password\":\"hunter2\"}}";

    Http.Answer secret = http.post("/api/v1/templates", "{\"name\":\"a\",\"spec\":" + spec + "}");

    assertThat(secret.status()).as(secret.text()).isEqualTo(409);
    assertThat(secret.text()).doesNotContain("hunter2");
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files.map(file -> file.getFileName().toString())).doesNotContain("templates.json");
    }
  }

  @Test
  void errorsOfEachOperationAreInTheHistory() throws Exception {
    String id =
        begin(
            "{\"target\":\"sim:?error-rate=1\",\"rate\":\"200\",\"for\":\"2s\",\"warmup\":\"0\","
                + "\"mix\":{\"read\":1,\"update\":1}}",
            "finished");

    JsonNode history = http.get("/api/v1/runs/" + id + "/history").json();
    JsonNode whole = http.get("/api/v1/runs/" + id + "/history?step=10").json();

    // When operations end, and so how many end in a second, depends on the machine.
    for (int i = 0; i < history.path("at").size(); i++) {
      double counted = 0;
      for (String kind : new String[] {"failed", "timedOut", "notSent", "shed"}) {
        counted += history.at("/series/" + kind + "/" + i).asDouble();
      }
      assertThat(errors(history, "all", i)).isCloseTo(counted, within(0.1));
      assertThat(errors(history, "read", i) + errors(history, "update", i))
          .isCloseTo(errors(history, "all", i), within(0.1));
    }
    double all = errors(whole, "all", 0);
    assertThat(all).isPositive();
    for (String name : new String[] {"read", "update"}) {
      assertThat(errors(whole, name, 0)).as(name).isBetween(all / 4, all * 3 / 4);
    }
    JsonNode run = http.get("/api/v1/runs/" + id).json();
    assertThat(run.at("/summary/accounting/failed").asInt()).isEqualTo(400);
  }

  private static double errors(JsonNode history, String operation, int point) {
    return history.at("/operations/" + operation + "/errorsPerSecond/" + point).asDouble();
  }
}
