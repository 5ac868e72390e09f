package org.plimsoll.analysis.tune;

import org.plimsoll.result.TrialOutcome;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Summary;

/**
 * A load that was tried, and what came of it.
 *
 * @param number from 1 on
 * @param stage what it was for
 * @param level operations a second that were asked for, or workers of a closed load
 * @param lengthNanos how long it was measured
 * @param throughputPerSecond operations that were answered
 * @param stress of the objective that decided
 * @param objective that one
 * @param isClose whether its interval straddles the bound, so that the estimate alone decided
 * @param reason a sentence where something else than an objective decided; empty mostly
 * @param summary what a run of this trial alone would say; null when it was too short for one
 */
public record Trial(
    int number,
    String stage,
    double level,
    long lengthNanos,
    double throughputPerSecond,
    TrialOutcome outcome,
    Stress stress,
    String objective,
    boolean isClose,
    String reason,
    @Nullable Summary summary) {

  boolean passed() {
    return outcome == TrialOutcome.PASSED;
  }

  boolean failed() {
    return outcome == TrialOutcome.FAILED;
  }
}
