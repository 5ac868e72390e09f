package org.plimsoll.analysis.tune;

import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TrialOutcome;

/**
 * A trial of a load, with its result.
 *
 * @param number number from 1
 * @param stage purpose of the trial
 * @param level target load: operations per second, or workers of a closed load
 * @param lengthNanos measured time
 * @param throughputPerSecond answered operations per second
 * @param stress stress of the deciding objective
 * @param objective the deciding objective
 * @param isClose whether the interval contains the bound, so that the estimate alone decided
 * @param reason a sentence if something other than an objective decided; usually empty
 * @param summary summary of this trial; null if it was too short
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
