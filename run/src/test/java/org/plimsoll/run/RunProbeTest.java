package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.ScenarioSummary;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/** Tests the probe in parallel with a load on a real server. */
class RunProbeTest {
  private static final String LOAD =
      "workers=4 mix=update=1 keys=100 no-fill=true warmup=0 forever=true telemetry=none";

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir static Path folder;
  static RealServer server;

  @BeforeAll
  static void startServer() {
    server = RedisServers.start(folder);
  }

  @AfterAll
  static void stopServer() {
    server.close();
  }

  @Test
  void theProbeHasItsOwnConnectionsAndCounts() throws Exception {
    long alone = connectionsDuring(RedisRuns.start(server.address(), LOAD));
    RedisServers.ask(server.port(), "CONFIG RESETSTAT");
    WatchedRun watched = RedisRuns.start(server.address(), LOAD + " probe=200/s");
    // The first second of the load may end before a late thread of the probe begins.
    await().atMost(PATIENCE).until(() -> RedisServers.calls(server.port(), "get") > 0);
    long beside = connectionsDuring(watched);

    assertThat(alone).isPositive();
    assertThat(beside).isGreaterThan(alone);
    Summary summary = watched.summary();
    ScenarioSummary probe = Objects.requireNonNull(summary.details().probe());
    // The server's count, with and without the probe.
    assertThat(RedisServers.calls(server.port(), "set"))
        .isEqualTo(summary.accounting().scheduled());
    assertThat(RedisServers.calls(server.port(), "get"))
        .isEqualTo(probe.figures().accounting().scheduled())
        .isPositive();
    assertThat(probe.figures().all().responseNanos()).isNotNull();
    assertThat(summary.all().responseNanos()).isNull();
  }

  private static long connectionsDuring(WatchedRun run) throws Exception {
    run.await(interval -> interval.figures().accounting().answered().succeeded() > 0);
    // One connection is that of this command.
    long connections =
        RedisServers.ask(server.port(), "CLIENT LIST")
                .lines()
                .filter(line -> line.contains("addr="))
                .count()
            - 1;
    run.stop();
    return connections;
  }
}
