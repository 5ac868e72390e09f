package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;

/** A rehearsal uses the real handlers, and neither the runs nor the audit log of a server. */
@Timeout(180)
class RehearsalTest {
  @TempDir Path folder;

  @Test
  void allItsRequestsAreAnsweredAndNothingIsStopped() throws Exception {
    try (LiveRuns runs = new LiveRuns(Drivers.of(new SimDriver()), folder, 1);
        PlimsollServer server = PlimsollServer.start(ServerSettings.local(0), runs)) {
      Http http = new Http(server.port());
      String run =
          http.post(
                  "/api/v1/runs",
                  "{\"target\":\"sim:\",\"rate\":\"100\",\"forever\":true,\"no-fill\":true}")
              .json()
              .path("id")
              .asString();
      http.awaitState("/api/v1/runs/" + run, "running");

      assertThat(Rehearsal.perform()).isEqualTo(9);

      assertThat(http.get("/api/v1/runs/" + run).json().path("state").asString())
          .isEqualTo("running");
      assertThat(http.get("/api/v1/audit").text()).doesNotContain("kill");
    }
  }
}
