package org.plimsoll.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.engine.driver.Drivers;
import org.plimsoll.server.run.LiveRun;
import org.plimsoll.server.run.LiveRuns;

/**
 * {@code POST /stop-all-load}, and its former path {@code POST /kill}, ends every run, whatever its
 * target does. {@code benchmarks/kill.sh} asserts how fast.
 */
@Timeout(180)
class StopAllLoadTest {
  /** A target that does not answer within the timeout, with every operation waiting. */
  private static final String HANGS =
      "{\"target\":\"sim:?service=constant(1h)\",\"rate\":\"20k\",\"timeout\":\"30s\","
          + "\"max-in-flight\":\"20k\",\"forever\":true,\"warmup\":\"0\",\"no-fill\":true}";

  private static final String ANSWERS =
      "{\"target\":\"sim:?service=constant(1ms)\",\"rate\":\"5k\",\"forever\":true,"
          + "\"warmup\":\"0\",\"no-fill\":true}";

  @TempDir Path folder;
  private LiveRuns runs;
  private PlimsollServer server;
  private Http http;

  @BeforeEach
  void start() {
    runs = new LiveRuns(Drivers.of(new SimDriver()), folder, 4);
    server = PlimsollServer.start(ServerSettings.local(0), runs);
    http = new Http(server.port());
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"stop-all-load", "kill"})
  void runsWhoseTargetDoesNotAnswerEnd(String path) throws Exception {
    for (String spec : List.of(HANGS, ANSWERS)) {
      Http.Answer begun = http.post("/api/v1/runs", spec);
      assertThat(begun.status()).as(begun.text()).isEqualTo(201);
      LiveRun run = runs.live(begun.json().path("id").asString()).orElseThrow();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> run.row().figures().throughputPerSecond() != null);
    }

    Http.Answer stopped = http.post("/api/v1/" + path, "{}");
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(1))
        .until(() -> runs.goingOn().isEmpty());

    assertThat(stopped.status()).isEqualTo(200);
    assertThat(stopped.json().path("stopped")).hasSize(2);
    assertThat(runs.goingOn()).isEmpty();
  }
}
