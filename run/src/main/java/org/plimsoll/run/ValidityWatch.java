package org.plimsoll.run;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.Validity;

/**
 * Reports when the measurement becomes invalid or valid again. A verdict is reported only after
 * some seconds without a change.
 */
final class ValidityWatch {
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final RunOrigin origin;
  private final RunEvents events;
  private boolean isInvalid;
  private long sinceNanos;

  /** Time since which the verdict differs from the reported one; null if it does not differ. */
  private @Nullable Long changedNanos;

  ValidityWatch(RunOrigin origin, RunEvents events) {
    this.origin = origin;
    this.events = events;
  }

  /** Adds the verdict at the end of a second. Called by one thread at a time. */
  void second(long nowNanos, VerdictSoFar verdict) {
    if ((verdict.validity() == Validity.INVALID) == isInvalid) {
      changedNanos = null;
      return;
    }
    Long changed = changedNanos;
    if (changed == null) {
      changedNanos = nowNanos;
    } else if (nowNanos - changed >= STEADY_NANOS) {
      isInvalid = !isInvalid;
      changedNanos = null;
      if (isInvalid) {
        sinceNanos = changed;
        String why = verdict.findings().isEmpty() ? "" : ": " + verdict.findings().get(0).text();
        tell(nowNanos, "the measurement so far is invalid" + why, null);
      } else {
        tell(nowNanos, "the measurement so far is no longer invalid", changed - sinceNanos);
      }
    }
  }

  private void tell(long atNanos, String text, @Nullable Long lengthNanos) {
    events.periodAt(
        atNanos,
        EventKind.VALIDITY,
        text,
        new RunEvent.Period(origin.sinceStart(sinceNanos), lengthNanos));
  }
}
