package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.api.Client;
import org.plimsoll.api.Driver;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Setting;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** What a server that is started again, in the same folder, knows of earlier runs. */
@Timeout(180)
class RestartTest {
  @TempDir Path folder;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    Drivers drivers = Drivers.of(new SimDriver(), new DownDriver());
    server = PlimsollServer.start(ServerSettings.local(0), new LiveRuns(drivers, folder, 3));
    http = new Http(server.port());
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

  @Test
  void aRunThatFailedToStartIsKept() throws Exception {
    String id =
        begin(
            "{\"target\":\"down:\",\"rate\":\"500\",\"for\":\"1s\",\"tags\":[\"a\"],"
                + "\"name\":\"n\"}");
    http.awaitState("/api/v1/runs/" + id, "failed");
    stop();
    start();

    JsonNode kept = http.get("/api/v1/runs/" + id).json();

    assertThat(kept.path("state").asString()).isEqualTo("failed");
    assertThat(kept.path("problem").asString()).contains("the store is down");
    assertThat(kept.path("name").asString()).isEqualTo("n");
    assertThat(kept.path("tags").path(0).asString()).isEqualTo("a");
    assertThat(http.get("/api/v1/runs?state=failed").json().path("total").asInt()).isEqualTo(1);
    for (String part : List.of("history", "percentiles", "events", "parameters", "changes")) {
      assertThat(http.get("/api/v1/runs/" + id + "/" + part).status()).as(part).isEqualTo(200);
    }
    assertThat(http.delete("/api/v1/runs/" + id).status()).isEqualTo(204);
    assertThat(http.get("/api/v1/runs").json().path("total").asInt()).isZero();
  }

  @Test
  void theStreamOfARunOfAKilledServerEndsWithItsState() throws Exception {
    String id = begin("{\"target\":\"sim:\",\"rate\":\"500\",\"forever\":true,\"warmup\":\"0\"}");
    http.awaitState("/api/v1/runs/" + id, "running");
    stop();
    leaveAsKilled();
    start();

    try (Http.Events events = http.events("/api/v1/runs/" + id + "/stream", Map.of())) {
      assertThat(events.next("end").data().path("state").asString()).isEqualTo("killed");
    }
    assertThat(http.get("/api/v1/runs/none/stream").status()).isEqualTo(404);
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
  void aRowSaysWhetherTheRunIsPaused() throws Exception {
    String id = begin("{\"target\":\"sim:\",\"rate\":\"500\",\"forever\":true,\"warmup\":\"0\"}");
    http.awaitState("/api/v1/runs/" + id, "running");
    assertThat(isPaused()).isFalse();

    http.patch("/api/v1/runs/" + id + "/switches", "{\"reads\":false}");
    assertThat(isPaused()).isFalse();
    http.patch("/api/v1/runs/" + id + "/switches", "{\"writes\":false}");
    assertThat(isPaused()).isTrue();
    assertThat(http.get("/api/v1/runs/" + id).json().path("isPaused").asBoolean()).isTrue();

    http.post("/api/v1/runs/" + id + "/stop", "{}");
    http.awaitState("/api/v1/runs/" + id, "finished");
    assertThat(isPaused()).isFalse();
  }

  private boolean isPaused() throws Exception {
    return http.get("/api/v1/runs").json().path("runs").path(0).path("isPaused").asBoolean();
  }

  /** A driver whose target is down. */
  private static final class DownDriver implements Driver {
    private final Driver sim = new SimDriver();

    @Override
    public String name() {
      return "down";
    }

    @Override
    public String description() {
      return "a target that is down";
    }

    @Override
    public List<Setting<?>> settings() {
      return sim.settings();
    }

    @Override
    public Set<OperationType> operations() {
      return sim.operations();
    }

    @Override
    public Set<Capability> capabilities() {
      return sim.capabilities();
    }

    @Override
    public Client open(DriverContext context) throws Exception {
      throw new IOException("the store is down");
    }
  }
}
