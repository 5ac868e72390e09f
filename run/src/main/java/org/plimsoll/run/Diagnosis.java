package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.FailureSamples;

/**
 * Reports diagnostic data of a live run: the first failure of each code, recent failures, log
 * lines, and the verdict so far. Thread-safe.
 */
final class Diagnosis {
  private final FirstFailures firstFailures;
  private final ErrorSampling errorSampling;
  private final ValidityWatch validity;
  private @Nullable RunLog log;

  Diagnosis(RunOrigin origin, RunEvents events) {
    firstFailures = new FirstFailures(origin, events);
    errorSampling = new ErrorSampling(origin, events);
    validity = new ValidityWatch(origin, events);
  }

  /** Reports log lines from now on. */
  synchronized void follow(RunLog newLog) {
    log = newLog;
  }

  /** Adds operations of a scenario that failed, by code. */
  synchronized void failed(String scenario, Map<String, List<FailureSamples.Sample>> failures) {
    errorSampling.add(scenario, failures);
  }

  /** Reports the failures and the log lines of a second. */
  synchronized void second(IntervalMaker maker) {
    maker.firstFailures().forEach(firstFailures::tell);
    tellNew();
  }

  /** Reports whether the verdict on the measurement so far has changed. */
  synchronized void judged(long nowNanos, VerdictSoFar verdict) {
    validity.second(nowNanos, verdict);
  }

  /** Reports the failures and the log lines since the last second. */
  synchronized void tellNew() {
    errorSampling.tellNew();
    if (log != null) {
      log.tellNew();
    }
  }
}
