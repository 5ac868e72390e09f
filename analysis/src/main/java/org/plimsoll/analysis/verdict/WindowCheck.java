package org.plimsoll.analysis.verdict;

import org.plimsoll.result.Severity;
import org.plimsoll.result.FindingCode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Summary.Finding;

/**
 * Whether the generator mattered in one interval of a run: by its effect on the numbers that are
 * shown of that interval, on the same scale as {@link SelfCheck}.
 *
 * <p>A run has thousands of intervals. What a machine does now and then must not make one of them
 * suspect, so that lag counts from a millisecond on, as it does for an arrival that is in time; and
 * percentiles only, as far as the interval supports them.
 */
public final class WindowCheck {
  /** What is shorter makes no rate. */
  private static final long SHORTEST_NANOS = 200_000_000;

  private WindowCheck() {}

  /** An interval's findings, worst first: those that make it suspect or invalid. */
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
   * An interval's throughput lacks what was not sent, or not answered, while the generator stood
   * still for a share s of it. As it is shown, X = (1 − s) of what it would have been, so that a
   * part s / (1 − s) of X is missing. Percentiles are judged by the lag.
   */
  private static @Nullable Finding stoodStill(SelfCheck.Evidence evidence) {
    SelfCheck.Machine machine = evidence.machine();
    double share = Math.min(1, (double) machine.pauseNanosTotal() / evidence.elapsedNanos());
    double effect = share / Math.max(1e-9, 1 - share);
    return effect <= SelfCheck.SUSPECT_SHARE
        ? null
        : SelfCheck.finding(
            FindingCode.GENERATOR_PAUSED,
            SelfCheck.severity(effect),
            "The generator stood still for %.0f %% of the interval.",
            share * 100);
  }
}
