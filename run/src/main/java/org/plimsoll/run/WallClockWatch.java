package org.plimsoll.run;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.plimsoll.result.Figures;

/**
 * Detects that the wall clock was set, or that the machine slept. The times of a run count from its
 * start on a clock that cannot be set, so only the wall-clock times are affected. Not thread-safe.
 */
final class WallClockWatch {
  /** The minimum difference that is reported. The adjustments of a time server are far below it. */
  private static final Duration LEAST = Duration.ofSeconds(2);

  private final RunOrigin origin;

  /** Difference between the wall clock and the clock of the run at the last report. */
  private Duration ahead = Duration.ZERO;

  WallClockWatch(RunOrigin origin) {
    this.origin = origin;
  }

  /** Returns a sentence if the wall clock was changed since the last call. */
  Optional<String> look(long nowNanos, Instant now) {
    Duration next = Duration.between(origin.instant(nowNanos), now);
    Duration moved = next.minus(ahead);
    if (moved.abs().compareTo(LEAST) < 0) {
      return Optional.empty();
    }
    ahead = next;
    return Optional.of(
        "the wall clock moved %s by %s: it was set, or the machine slept. The times of this run"
                .formatted(
                    moved.isNegative() ? "back" : "forward",
                    Figures.duration(moved.abs().toNanos()))
            + " count from its start on a clock that cannot be set");
  }
}
