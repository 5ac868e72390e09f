package org.plimsoll.analysis.verdict;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * Checks whether the generator disturbed one interval of a run. A disturbance is judged by its
 * effect on the interval's numbers, on the same scale as in {@link SelfCheck}.
 *
 * <p>A run has thousands of intervals, and occasional small delays must not make one suspect. So
 * lag counts from 1 ms on, the limit for arrivals on time, and only for percentiles that the
 * interval supports.
 */
public final class WindowCheck {
  /** Minimum length of an interval for a meaningful rate. */
  private static final long SHORTEST_NANOS = 200_000_000;

  private WindowCheck() {}

  /** Returns the findings that make an interval suspect or invalid, worst first. */
  public static List<Finding> findings(Evidence evidence) {
    List<@Nullable Finding> found = new ArrayList<>();
    found.add(ArrivalRules.generatorLate(evidence, ArrivalRules.IN_TIME_NANOS));
    found.add(ArrivalRules.noRoom(evidence));
    if (evidence.elapsedNanos() >= SHORTEST_NANOS) {
      found.add(generatorPaused(evidence));
      found.add(MachineRules.generatorSaturated(evidence));
      found.add(MachineRules.cpuStolen(evidence));
      found.add(MachineRules.cpuThrottled(evidence));
    }
    return Findings.sorted(
        found.stream().filter(finding -> finding != null && finding.severity() != Severity.INFO));
  }

  /**
   * Checks pauses. If the generator was paused for a share s of the interval, the throughput X
   * shown is (1 − s) of the undisturbed one, so a part s / (1 − s) of X is missing. Percentiles are
   * judged by the lag.
   */
  private static @Nullable Finding generatorPaused(Evidence evidence) {
    double elapsedNanos = (double) evidence.elapsedNanos();
    Evidence.Machine worst = evidence.worst(MachineRules::pausedNanos);
    double share =
        Math.min(
            1, evidence.sum(MachineRules::pausedNanos) / elapsedNanos / evidence.machines().size());
    double effect = share / Math.max(1e-9, 1 - share);
    return effect <= Findings.SUSPECT_SHARE
        ? null
        : Findings.finding(
            FindingCode.GENERATOR_PAUSED,
            Findings.severity(effect),
            "%s was paused for %.0f %% of the interval.",
            worst.firstWho(),
            100 * Math.min(1, MachineRules.pausedNanos(worst) / elapsedNanos));
  }
}
