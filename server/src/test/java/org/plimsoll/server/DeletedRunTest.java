package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRuns;
import org.plimsoll.server.run.StoredRun;

class DeletedRunTest {
  @TempDir private Path folder;

  @Test
  void aRunThatWasReadAndDeletedLeavesMemory() throws Exception {
    LiveRuns runs = new LiveRuns(Drivers.of(new SimDriver()), folder, 3);
    try (PlimsollServer server = PlimsollServer.start(ServerSettings.local(0), runs)) {
      Http http = new Http(server.port());
      String spec = "{\"target\":\"sim:\",\"rate\":\"100\",\"for\":\"200ms\",\"warmup\":\"0\"}";
      String id = http.post("/api/v1/runs", spec).json().path("id").asString();
      http.awaitState("/api/v1/runs/" + id, "finished");
      WeakReference<StoredRun> read = new WeakReference<>(runs.stored(id).orElseThrow());

      assertThat(http.delete("/api/v1/runs/" + id).status()).isEqualTo(204);

      await()
          .atMost(Duration.ofSeconds(60))
          .untilAsserted(() -> {
            System.gc();
            assertThat(read.get()).isNull();
          });
    }
  }
}
