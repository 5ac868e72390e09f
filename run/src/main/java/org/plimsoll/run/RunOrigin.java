package org.plimsoll.run;

import java.time.Duration;
import java.time.Instant;
import org.plimsoll.engine.clock.Clock;

/**
 * The id of a run, and the instant from which its times count.
 *
 * @param startedAt the same instant as {@code startNanos} of the clock
 */
public record RunOrigin(String id, Instant startedAt, long startNanos) {
  /** Returns the origin of a run that is created now. */
  public static RunOrigin now(long seed, Clock clock) {
    long startNanos = clock.nanoTime();
    Instant startedAt = clock.instant();
    return new RunOrigin(id(seed, startNanos, startedAt), startedAt, startNanos);
  }

  /** Creates the id of a run that starts now. */
  public static String id(long seed, long startNanos, Instant startedAt) {
    return Long.toHexString((seed ^ startNanos ^ startedAt.toEpochMilli()) & 0xffffffffL);
  }

  /** Returns the origin of a run that was created elsewhere, by this machine's wall clock. */
  public static RunOrigin of(String id, Instant startedAt, Clock clock) {
    long agoNanos = Duration.between(startedAt, clock.instant()).toNanos();
    return new RunOrigin(id, startedAt, clock.nanoTime() - agoNanos);
  }

  /** Converts an instant to a time of the run's clock. */
  long nanos(Instant instant) {
    return startNanos + Duration.between(startedAt, instant).toNanos();
  }

  /** Converts a time of the run's clock to an instant. */
  Instant instant(long atNanos) {
    return startedAt.plusNanos(sinceStart(atNanos));
  }

  /** Converts a time of the run's clock to nanoseconds since the start of the run. */
  public long sinceStart(long atNanos) {
    return atNanos - startNanos;
  }
}
