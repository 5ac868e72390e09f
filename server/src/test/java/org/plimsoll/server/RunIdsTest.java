package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.report.folder.Lease;
import org.plimsoll.server.http.Access;
import org.plimsoll.server.run.LiveRuns;

/** A run is found by its id, and by nothing else. */
@Timeout(180)
class RunIdsTest {
  private static final String FOREVER =
      "{\"target\":\"sim:\",\"rate\":\"200\",\"forever\":true,\"warmup\":\"0\",\"name\":\"mine\"}";

  @TempDir Path folder;

  @Test
  void theNameOfTheFolderOfALiveRunIsNoId() throws Exception {
    try (PlimsollServer server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3))) {
      Http http = new Http(server.port());
      String id = http.post("/api/v1/runs", FOREVER).json().path("id").asString();
      http.awaitState("/api/v1/runs/" + id, "running");
      String its;
      try (Stream<Path> folders = Files.list(folder)) {
        its =
            folders
                .filter(Files::isDirectory)
                .map(each -> each.getFileName().toString())
                .findFirst()
                .orElseThrow();
      }

      for (String name : new String[] {"mine-" + id, its, id.substring(1), "-" + id}) {
        assertThat(http.delete("/api/v1/runs/" + name).status()).as(name).isEqualTo(404);
        assertThat(http.get("/api/v1/runs/" + name).status()).as(name).isEqualTo(404);
      }
      assertThat(http.delete("/api/v1/runs/" + id).status()).isEqualTo(409);
      assertThat(folder.resolve(its).resolve("run.json")).exists();
    }
  }

  @Test
  void aRunThatAnotherProcessWritesIsRunningAndIsNotDeletedOrResumed() throws Exception {
    String id = "0a1b2c3d";
    Path its = Files.createDirectory(folder.resolve("20260101T000000-mine-" + id));
    Files.writeString(
        its.resolve("run.json"),
        "{\"schema\":2,\"state\":\"running\",\"id\":\""
            + id
            + "\",\"name\":\"mine\",\"target\":\"sim:\",\"startedAt\":\"2026-01-01T00:00:00Z\"}");
    try (PlimsollServer server =
        PlimsollServer.start(
            ServerSettings.local(0), new LiveRuns(Drivers.of(new SimDriver()), folder, 3))) {
      Http http = new Http(server.port());
      try (Lease lease = Lease.take(its, "process 1").orElseThrow()) {
        assertThat(lease).isNotNull();
        assertThat(state(http)).isEqualTo("running");
        Http.Answer refused = http.delete("/api/v1/runs/" + id);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.json().path("detail").asString())
            .isEqualTo("The run " + id + " is live, in process 1.");
        assertThat(http.post("/api/v1/runs/" + id + "/resume", "{}").status()).isEqualTo(409);
        assertThat(its.resolve("run.json")).exists();
      }
      assertThat(state(http)).isEqualTo("killed");
      assertThat(http.delete("/api/v1/runs/" + id).status()).isEqualTo(204);
      assertThat(its).doesNotExist();
    }
  }

  private static String state(Http http) throws Exception {
    return http.get("/api/v1/runs").json().path("runs").path(0).path("state").asString();
  }

  @Test
  void aReadOnlyServerShowsRunsAndChangesNothing() throws Exception {
    ServerSettings settings =
        new ServerSettings(ServerSettings.LOOPBACK, 0, Access.readOnly(Access.open()));
    try (PlimsollServer server =
        PlimsollServer.start(settings, new LiveRuns(Drivers.of(new SimDriver()), folder, 3))) {
      Http http = new Http(server.port());

      assertThat(http.get("/api/v1/runs").status()).isEqualTo(200);
      assertThat(http.post("/api/v1/runs", FOREVER).status()).isEqualTo(403);
      assertThat(http.post("/api/v1/stop-all-load", "{}").status()).isEqualTo(403);
    }
  }
}
