package org.plimsoll.driver.sim;

import java.time.Duration;
import org.plimsoll.api.DurationText;

/**
 * The stalls of the server. The first one starts at {@code afterNanos} and lasts {@code forNanos}.
 * If {@code everyNanos} is above 0, stalls start again at that interval. All instants count from
 * the target's first operation.
 *
 * <p>A queue with stalls equals a queue without stalls on a clock that is paused while the server
 * is stalled. With {@code t} the time, {@code A}, {@code D} and {@code E} the three durations,
 * {@code n = ⌊(t − A) / E⌋} whole periods and {@code r = (t − A) mod E} the rest, this <em>serving
 * time</em> is
 *
 * <pre>S(t) = t                          for t ≤ A
 * S(t) = t − n·D − min(r, D)        for t &gt; A</pre>
 *
 * Work that is due at the serving time {@code s ≥ A} starts after the stall at {@code s}, at {@code
 * s + (m + 1)·D} with {@code m = ⌊(s − A) / (E − D)⌋}.
 */
record Stalls(long afterNanos, long forNanos, long everyNanos) {
  Stalls {
    if (everyNanos > 0 && everyNanos <= forNanos) {
      throw new IllegalArgumentException(
          "stall-every: must be longer than stall-for, which is "
              + DurationText.of(Duration.ofNanos(forNanos))
              + ", was '"
              + DurationText.of(Duration.ofNanos(everyNanos))
              + "'");
    }
  }

  static Stalls of(Duration after, Duration lasting, Duration every) {
    return new Stalls(
        nanos("stall-after", after), nanos("stall-for", lasting), nanos("stall-every", every));
  }

  private static long nanos(String name, Duration duration) {
    if (duration.toDays() > 365) {
      throw new IllegalArgumentException(
          name + ": must be at most 365d, was '" + duration.toDays() + "d'");
    }
    return duration.toNanos();
  }

  boolean isNever() {
    return forNanos == 0;
  }

  /** Returns the total time during which the server has served until the given time. */
  long servingNanos(long elapsedNanos) {
    if (isNever() || elapsedNanos <= afterNanos) {
      return elapsedNanos;
    }
    long beyondNanos = elapsedNanos - afterNanos;
    if (everyNanos == 0) {
      return elapsedNanos - Math.min(beyondNanos, forNanos);
    }
    long periods = beyondNanos / everyNanos;
    return elapsedNanos - periods * forNanos - Math.min(beyondNanos % everyNanos, forNanos);
  }

  /**
   * Returns the instant at which work starts that is due at the given serving time. It is never
   * within a stall.
   */
  long startNanos(long servingNanos) {
    if (isNever() || servingNanos < afterNanos) {
      return servingNanos;
    }
    long stalls = everyNanos == 0 ? 1 : 1 + (servingNanos - afterNanos) / (everyNanos - forNanos);
    return servingNanos + stalls * forNanos;
  }

  @Override
  public String toString() {
    return isNever()
        ? "none"
        : "for "
            + DurationText.of(Duration.ofNanos(forNanos))
            + ", "
            + DurationText.of(Duration.ofNanos(afterNanos))
            + " after the first operation"
            + (everyNanos == 0
                ? ""
                : ", then every " + DurationText.of(Duration.ofNanos(everyNanos)));
  }
}
