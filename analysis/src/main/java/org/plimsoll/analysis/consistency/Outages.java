package org.plimsoll.analysis.consistency;

import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;

/**
 * The last outages of the target. An outage is a series of failed operations, each of which
 * overlaps the previous one or starts less than a second after it. Thread-safe. Only failures and
 * stale reads take the lock.
 */
final class Outages {
  /** Failures of a single request, which do not indicate an outage. */
  private static final Set<String> REFUSALS =
      Stream.of(
              Common.AUTH,
              Common.BAD_ANSWER,
              Common.BUSY,
              Common.CONFLICT,
              Common.ERROR,
              Common.EXISTS,
              Common.INTERRUPTED,
              Common.KEY_TOO_LONG,
              Common.NOT_A_NUMBER,
              Common.OUT_OF_MEMORY,
              Common.REJECTED,
              Common.THROTTLED,
              Common.TOO_LARGE,
              Common.UNSUPPORTED,
              Common.WRONG_TYPE)
          .map(Common::text)
          .collect(Collectors.toUnmodifiableSet());

  private static final int KEPT = 8;
  private static final long GAP_NANOS = 1_000_000_000L;

  /** Two times per outage, the newest outage last. */
  private final long[] times = new long[2 * KEPT];

  private int size;
  private volatile boolean any;

  /** Returns whether an operation failed because of the target or its connection as a whole. */
  static boolean isOutage(Outcome outcome) {
    return outcome.status() == Outcome.Status.FAILED
        && !REFUSALS.contains(Objects.requireNonNull(outcome.failureCode()));
  }

  /** Records an operation that failed. Times are nanoseconds since the start of the run. */
  synchronized void failed(long startNanos, long endNanos) {
    int newest = 2 * size - 2;
    if (newest >= 0 && startNanos - times[newest + 1] <= GAP_NANOS) {
      times[newest] = Math.min(times[newest], startNanos);
      times[newest + 1] = Math.max(times[newest + 1], endNanos);
      return;
    }
    if (size == KEPT) {
      System.arraycopy(times, 2, times, 0, 2 * KEPT - 2);
      size--;
    }
    times[2 * size] = startNanos;
    times[2 * size + 1] = endNanos;
    size++;
    any = true;
  }

  /**
   * Finds the last outage that started before a read, unless it had ended when a write was
   * acknowledged. Every earlier outage had ended before that one started.
   *
   * @return the start and the end of the outage; null if there is none
   */
  long @Nullable [] between(long ackNanos, long readStartNanos) {
    return any ? find(ackNanos, readStartNanos) : null;
  }

  private synchronized long @Nullable [] find(long ackNanos, long readStartNanos) {
    for (int at = 2 * size - 2; at >= 0; at -= 2) {
      if (times[at] < readStartNanos) {
        return times[at + 1] > ackNanos ? new long[] {times[at], times[at + 1]} : null;
      }
    }
    return null;
  }
}
