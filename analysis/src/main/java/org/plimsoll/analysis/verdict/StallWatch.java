package org.plimsoll.analysis.verdict;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Detects that a target gives no answer: for at least 1 s, and at least 5 times as long as usual,
 * operations were in flight or due and none was answered. The usual time is the median of the last
 * times for which operations waited for the next answer, so a slow target is not a stalled one. Not
 * thread-safe; all times are of one clock, in nanoseconds.
 */
public final class StallWatch {
  /** The recommended time between two calls of {@link #look}. */
  public static final long LOOK_NANOS = 20_000_000L;

  private static final long SHORTEST_NANOS = 1_000_000_000L;
  private static final int USUAL_TIMES = 5;

  /** Time between two calls above which the generator was paused, so that the check is skipped. */
  private static final long PAUSE_NANOS = 250_000_000L;

  private static final int GAPS = 15;

  private final long[] gapsNanos = new long[GAPS];
  private int gaps;
  private @Nullable Long answeredNanos;
  private long lookedNanos;

  /** Time since which operations wait for an answer; null while none waits. */
  private @Nullable Long waitingNanos;

  private boolean stalled;

  /**
   * The start or the end of a stall.
   *
   * @param sinceNanos the last answer before it, or the first request without one
   * @param endedNanos the next answer; null at the start
   */
  public record Change(long sinceNanos, @Nullable Long endedNanos) {}

  /**
   * Checks the target.
   *
   * @param isWaiting whether operations are in flight or due
   * @param lastAnswerNanos the last answer; null if there was none
   * @return the state change; empty if there is none
   */
  public Optional<Change> look(long nowNanos, boolean isWaiting, @Nullable Long lastAnswerNanos) {
    boolean wasPaused = waitingNanos != null && nowNanos - lookedNanos > PAUSE_NANOS;
    lookedNanos = nowNanos;
    Long since = waitingNanos;
    boolean answers =
        lastAnswerNanos != null && (answeredNanos == null || lastAnswerNanos - answeredNanos > 0);
    if (answers) {
      answeredNanos = lastAnswerNanos;
    }
    if (answers && since != null && lastAnswerNanos != null) {
      waitingNanos = isWaiting ? lastAnswerNanos : null;
      boolean ended = stalled;
      stalled = false;
      // A single stall does not move the median. After many of them, the target counts as slow, not
      // as stalled.
      gapsNanos[gaps++ % GAPS] = lastAnswerNanos - since;
      return ended ? Optional.of(new Change(since, lastAnswerNanos)) : Optional.empty();
    }
    if (stalled) {
      return Optional.empty();
    }
    if (!isWaiting) {
      waitingNanos = null;
    } else if (since == null || wasPaused) {
      waitingNanos = nowNanos;
    } else if (nowNanos - since >= Math.max(SHORTEST_NANOS, USUAL_TIMES * usualNanos())) {
      stalled = true;
      return Optional.of(new Change(since, null));
    }
    return Optional.empty();
  }

  /** Returns the start of the stall; null unless the target is stalled. */
  public @Nullable Long stalledSinceNanos() {
    return stalled ? waitingNanos : null;
  }

  /** Ends a stall because the load ends. Operations in flight no longer count. */
  public void ended() {
    stalled = false;
    waitingNanos = null;
  }

  private long usualNanos() {
    int known = Math.min(gaps, GAPS);
    if (known == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(gapsNanos, known);
    Arrays.sort(sorted);
    return sorted[known / 2];
  }
}
