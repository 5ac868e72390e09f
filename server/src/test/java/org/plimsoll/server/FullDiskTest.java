package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import tools.jackson.databind.JsonNode;

/** What cannot be saved on a full disk is refused with 507. The disk is {@code /dev/full}. */
@Timeout(180)
class FullDiskTest {
  private static final Path FULL = Path.of("/dev/full");
  private static final String RUN =
      "{\"target\":\"sim:?service=constant(1ms)\",\"rate\":\"100\",\"forever\":true,"
          + "\"warmup\":\"0\",\"no-fill\":true}";

  @TempDir Path folder;
  private PlimsollServer server;
  private Http http;
  private LiveRuns runs;

  @BeforeEach
  void start() {
    runs = new LiveRuns(Drivers.of(new SimDriver()), folder.resolve("runs"), 3);
    server = PlimsollServer.start(ServerSettings.local(0), runs);
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private static void isFull(Http.Answer answer) {
    assertThat(answer.status()).as(answer.text()).isEqualTo(507);
    assertThat(answer.json().path("detail").asString())
        .isEqualTo(
            "The disk of the run folders is full, so nothing was saved. Free some space and try"
                + " again.");
  }

  @Test
  void notesAndLabelsAreRefusedAndStayAsTheyWere() throws Exception {
    String id = http.post("/api/v1/runs", RUN).json().path("id").asString();
    http.awaitState("/api/v1/runs/" + id, "running");
    Path its = runs.folder(id).orElseThrow();
    Files.createSymbolicLink(its.resolve("notes.json.tmp"), FULL);
    Files.createSymbolicLink(its.resolve("labels.json.tmp"), FULL);

    isFull(http.post("/api/v1/runs/" + id + "/notes", "{\"text\":\"x\"}"));
    isFull(http.patch("/api/v1/runs/" + id, "{\"notes\":\"x\"}"));

    JsonNode run = http.get("/api/v1/runs/" + id).json();
    assertThat(run.path("notes").asString()).isEmpty();
    assertThat(http.get("/api/v1/runs/" + id + "/notes").json().path("notes")).isEmpty();
    assertThat(http.patch("/api/v1/runs/" + id, "{\"notes\":\"y\"}").status()).isEqualTo(200);
  }

  @Test
  void templatesAreRefused() throws Exception {
    Files.createDirectories(folder.resolve("runs"));
    Files.createSymbolicLink(folder.resolve("runs/templates.json.tmp"), FULL);

    isFull(http.post("/api/v1/templates", "{\"name\":\"x\",\"spec\":{\"target\":\"sim:\"}}"));
    assertThat(http.get("/api/v1/templates").json().path("templates")).isEmpty();
  }

  @Test
  void aRunWhoseFolderCannotBeCreatedIsNotStarted() throws Exception {
    Files.writeString(folder.resolve("runs"), "a file, and no folder");

    Http.Answer refused = http.post("/api/v1/runs", RUN);

    assertThat(refused.status()).as(refused.text()).isEqualTo(507);
    assertThat(refused.json().path("detail").asString())
        .startsWith("The server cannot write to the folder of the runs");
    assertThat(runs.goingOn()).isEmpty();
  }
}
