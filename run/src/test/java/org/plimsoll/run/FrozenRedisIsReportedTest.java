package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.testkit.RealServer;
import org.plimsoll.testkit.RedisServers;

/** A real server that is stopped by a signal is reported while it happens. */
class FrozenRedisIsReportedTest {
  private static final String LOAD =
      "rate=500 warmup=0s mix=read=50,update=50 keys=200 fill=all forever=true slo=p99<20ms"
          + " timeout=";

  @TempDir Path folder;

  @Test
  void aFrozenServerIsAStallWithItsLength() throws Exception {
    assertReported("5s", 4_000);
  }

  /** Sessions are discarded and reopened meanwhile, which is no answer. */
  @Test
  void deadlinesAndReopenedSessionsAreNoAnswersAndAreOneEventEach() throws Exception {
    WatchedRun run = assertReported("500ms", 4_000);
    List<RunEvent> sessions = run.events(EventKind.SESSION);
    assertThat(sessions).hasSizeBetween(1, 4);
    assertThat(sessions)
        .filteredOn(event -> event.text().startsWith("a session was opened again"))
        .isNotEmpty()
        .anySatisfy(
            event -> assertThat(Objects.requireNonNull(event.repeats()).count()).isGreaterThan(1));
  }

  private WatchedRun assertReported(String timeout, long frozenMillis) throws Exception {
    try (RealServer server = RedisServers.start(folder)) {
      WatchedRun run = RedisRuns.start(server.address(), LOAD + timeout);
      run.await(interval -> interval.figures().throughputPerSecond() > 400);
      run.await(interval -> interval.figures().throughputPerSecond() > 400);
      long before = System.nanoTime();
      server.freeze();
      long frozen = System.nanoTime();
      run.awaitEvent(EventKind.STALL);
      long told = System.nanoTime();
      run.await(interval -> Objects.requireNonNull(interval.verdict().target()).isStalled());
      TimeUnit.NANOSECONDS.sleep(
          TimeUnit.MILLISECONDS.toNanos(frozenMillis) - (System.nanoTime() - frozen));
      server.thaw();
      run.await(interval -> interval.figures().throughputPerSecond() > 400);
      run.stop();

      List<RunEvent> stalls = run.events(EventKind.STALL);
      assertThat(TimeUnit.NANOSECONDS.toMillis(told - before)).isGreaterThan(900L);
      assertThat(TimeUnit.NANOSECONDS.toMillis(told - frozen))
          .as("while it is frozen; StalledTargetInVirtualTimeTest has the exact time")
          .isLessThan(frozenMillis);
      assertThat(stalls).hasSize(2);
      RunEvent.Period period = Objects.requireNonNull(stalls.getLast().period());
      // This process may read late what the server had answered before it was frozen.
      assertThat(Objects.requireNonNull(period.lengthNanos()) / 1e9)
          .as("StalledTargetInVirtualTimeTest has the exact length")
          .isGreaterThan(0.9);
      assertThat(run.events(EventKind.SLO)).isNotEmpty();
      return run;
    }
  }
}
