package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.telemetry.Telemetry;
import org.plimsoll.result.CountsInTime;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * What is observed beside the operations: the driver's counters and timings, and the telemetry.
 *
 * @param meters what the driver counts and times
 * @param telemetry what is read from the target
 * @param changes what the driver counted before and after each change
 */
record Observations(DriverMeters meters, Telemetry telemetry, ChangeCounts changes) {
  /** Takes what was counted and read since the last call. */
  Interval.Observed take(Phase phase) {
    return new Interval.Observed(meters.take(phase), telemetry.take());
  }

  /** When the driver counted what it counted. */
  CountsInTime countsInTime() {
    return new CountsInTime(meters.countsByPhase(), changes.parts());
  }

  /** The finding that series were left out to bound the memory; empty if none were. */
  Optional<Finding> finding() {
    List<String> sentences = new ArrayList<>();
    if (telemetry.isCut()) {
      sentences.add(
          "telemetry has more series than are kept, and the last ones are left out;"
              + " restrict the names in 'telemetry'");
    }
    if (meters.isCut()) {
      sentences.add("the driver has more counters than are kept, and the last ones share a name");
    }
    return sentences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(FindingCode.SERIES_LEFT_OUT, Severity.INFO, String.join("; ", sentences)));
  }
}
