package org.plimsoll.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reports why operations fail and why a measurement is invalid, while a run is live: the first
 * failure of each code, the last ones, what is logged, and the verdict so far. Thread-safe.
 */
final class Diagnosis {
  private final FirstFailures firstFailures;
  private final ErrorSampling errorSampling;
  private final ValidityWatch validity;
  private @Nullable RunLog log;

  Diagnosis(List<Scenario> scenarios, RunOrigin origin, RunEvents events) {
    firstFailures = new FirstFailures(events);
    errorSampling = new ErrorSampling(scenarios, origin, events);
    validity = new ValidityWatch(origin, events);
  }

  /** Reports what is logged from now on. */
  synchronized void follow(RunLog newLog) {
    log = newLog;
  }

  /** Reports what failed and what was logged in a second. */
  synchronized void second(IntervalMaker maker) {
    maker.firstFailures().forEach(firstFailures::tell);
    tellNew();
  }

  /** Reports whether the verdict on the measurement so far has changed. */
  synchronized void judged(long nowNanos, VerdictSoFar verdict) {
    validity.second(nowNanos, verdict);
  }

  /** Reports what failed and what was logged since the last second. */
  synchronized void tellNew() {
    errorSampling.tellNew();
    if (log != null) {
      log.tellNew();
    }
  }
}
