package org.plimsoll.analysis.verdict;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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

  /** The findings that make an interval suspect or invalid, worst first. */
  public static List<Finding> findings(SelfCheck.Evidence evidence) {
    List<@Nullable Finding> found = new ArrayList<>();
    found.add(SelfCheck.generatorLate(evidence, SelfCheck.IN_TIME_NANOS));
    found.add(SelfCheck.noRoom(evidence));
    if (evidence.elapsedNanos() >= SHORTEST_NANOS) {
      found.add(stoodStill(evidence));
      found.add(SelfCheck.generatorSaturated(evidence));
      found.add(SelfCheck.cpuStolen(evidence));
      found.add(SelfCheck.cpuThrottled(evidence));
    }
    return found.stream()
        .filter(Objects::nonNull)
        .filter(finding -> finding.severity() != Severity.INFO)
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  /**
   * Checks pauses. If the generator was paused for a share s of the interval, the throughput X
   * shown is (1 − s) of the undisturbed one, so a part s / (1 − s) of X is missing. Percentiles are
   * judged by the lag.
   */
  private static @Nullable Finding stoodStill(SelfCheck.Evidence evidence) {
    SelfCheck.Machine machine = evidence.machine();
    double share = Math.min(1, (double) machine.pauses().totalNanos() / evidence.elapsedNanos());
    double effect = share / Math.max(1e-9, 1 - share);
    return effect <= SelfCheck.SUSPECT_SHARE
        ? null
        : SelfCheck.finding(
            FindingCode.GENERATOR_PAUSED,
            SelfCheck.severity(effect),
            "The generator was paused for %.0f %% of the interval.",
            share * 100);
  }
}
