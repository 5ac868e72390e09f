package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
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

  private static final Duration PATIENCE = Duration.ofSeconds(60);

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

  /** Whether the last event of a stall is the beginning of one. */
  private static boolean isStalled(WatchedRun run) {
    List<RunEvent> stalls = run.events(EventKind.STALL);
    return !stalls.isEmpty() && periodOf(stalls.getLast()).lengthNanos() == null;
  }

  private static RunEvent.Period periodOf(RunEvent stall) {
    return Objects.requireNonNull(stall.period());
  }

  /** When a stall ended; before everything if the event is its beginning. */
  private static long endNanos(RunEvent stall) {
    Long lengthNanos = periodOf(stall).lengthNanos();
    return lengthNanos == null ? Long.MIN_VALUE : periodOf(stall).sinceNanos() + lengthNanos;
  }

  private WatchedRun assertReported(String timeout, long frozenMillis) throws Exception {
    try (RealServer server = RedisServers.start(folder)) {
      WatchedRun run = RedisRuns.start(server.address(), LOAD + timeout);
      run.await(interval -> interval.figures().throughputPerSecond() > 400);
      run.await(interval -> interval.figures().throughputPerSecond() > 400);
      server.freeze();
      long frozen = System.nanoTime();
      long frozenNanos = run.run().elapsedNanos();
      await().atMost(PATIENCE).until(() -> isStalled(run));
      long toldNanos = run.run().elapsedNanos();
      run.await(interval -> Objects.requireNonNull(interval.verdict().target()).isStalled());
      TimeUnit.NANOSECONDS.sleep(
          TimeUnit.MILLISECONDS.toNanos(frozenMillis) - (System.nanoTime() - frozen));
      // A slow machine may have stalled earlier, too, and stall later.
      List<RunEvent> toldWhileFrozen = run.events(EventKind.STALL);
      long thawNanos = run.run().elapsedNanos();
      server.thaw();
      run.await(interval -> interval.figures().throughputPerSecond() > 400);
      run.stop();

      RunEvent.Period begun = periodOf(toldWhileFrozen.getLast());
      assertThat(begun.lengthNanos())
          .as("told while it is frozen; StalledTargetInVirtualTimeTest has the exact time")
          .isNull();
      assertThat(toldWhileFrozen).as("no answer").noneMatch(each -> endNanos(each) > frozenNanos);
      List<RunEvent> ofThisStall =
          run.events(EventKind.STALL).stream()
              .filter(each -> periodOf(each).sinceNanos() == begun.sinceNanos())
              .toList();
      assertThat(ofThisStall).hasSize(2);
      RunEvent.Period period = periodOf(ofThisStall.getLast());
      // This process may read late what the server had answered before it was frozen.
      long lengthNanos = Objects.requireNonNull(period.lengthNanos());
      assertThat(lengthNanos / 1e9)
          .as("StalledTargetInVirtualTimeTest has the exact length")
          .isGreaterThan(0.9);
      assertThat(endNanos(ofThisStall.getLast())).as("the end").isGreaterThan(thawNanos);
      if (toldWhileFrozen.size() == 1) {
        assertThat((toldNanos - begun.sinceNanos()) / 1e9).isGreaterThan(0.9);
      }
      assertThat(run.events(EventKind.SLO)).isNotEmpty();
      return run;
    }
  }
}
