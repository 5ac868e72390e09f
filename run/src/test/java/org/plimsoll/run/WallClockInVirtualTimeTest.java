package org.plimsoll.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.plimsoll.driver.sim.SimDriver;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Summary;
import org.plimsoll.settings.RunRequest;

/** A wall clock that is set by a day, forward and back, changes nothing but the warnings. */
class WallClockInVirtualTimeTest extends VirtualRuns {
  private static final String TARGET = "sim:?service=constant(1ms)";
  private static final RunRequest REQUEST =
      RunRequest.of(TARGET, Map.of("rate", "100", "warmup", "0", "for", "40s", "seed", "1"));

  @Test
  void intervalsAndSchedulesKeepTheirTimes() throws Exception {
    Summary summary =
        steered(
            REQUEST.overriddenBy(
                RunRequest.of(null, Map.of("schedule", "at=2026-01-01T00:00:20Z rate=200"))),
            _ -> {
              moveWallClock(5_500, Duration.ofDays(1));
              moveWallClock(25_500, Duration.ofDays(-2));
            });

    assertThat(intervals())
        .hasSize(40)
        .allSatisfy(second -> assertThat(second.window().lengthNanos()).isEqualTo(1_000_000_000L));
    assertThat(IntStream.rangeClosed(1, 40).mapToLong(this::scheduledIn))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, 40).mapToObj(second -> second <= 20 ? 100L : 200L).toList());
    assertThat(summary.run().startedAt()).hasToString("2026-01-01T00:00:00Z");
    assertThat(summary.elapsedNanos()).isEqualTo(40_000_000_000L);
    assertThat(warnings())
        .containsExactly(
            "the wall clock moved forward by 24.0 h: it was set, or the machine slept. The times of"
                + " this run count from its start on a clock that cannot be set",
            "the wall clock moved back by 48.0 h: it was set, or the machine slept. The times of"
                + " this run count from its start on a clock that cannot be set");
  }

  @Test
  void resultsAreThoseOfAClockThatWasNotSet() throws Exception {
    steered(REQUEST, _ -> {});
    Set<Interval> untouched = new HashSet<>(intervals());
    steered(REQUEST, _ -> moveWallClock(5_500, Duration.ofDays(-1)));

    assertThat(intervals().stream().map(Interval::figures).toList())
        .containsExactlyInAnyOrderElementsOf(untouched.stream().map(Interval::figures).toList());
  }

  @Test
  void runsThatStartAfterTheClockWasSetBackHaveIdsOfTheirOwn() throws Exception {
    Set<String> ids = new HashSet<>();
    for (int i = 0; i < 5; i++) {
      ids.add(run(new SimDriver(), TARGET, Map.of("rate", "10", "for", "1s"), _ -> {}).run().id());
      moveWallClock(0, Duration.ofSeconds(-3));
    }
    assertThat(ids).hasSize(5);
  }
}
