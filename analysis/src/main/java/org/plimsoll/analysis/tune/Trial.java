package org.plimsoll.analysis.tune;

import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult.Decision;

/**
 * A trial of a load, with its result.
 *
 * @param number number from 1
 * @param stage purpose of the trial
 * @param level target load: operations per second, or workers of a closed load
 * @param lengthNanos measured time
 * @param throughputPerSecond answered operations per second
 * @param summary summary of this trial; null if it was too short
 * @param why a sentence that says why a load is tried again; usually empty
 */
public record Trial(
    int number,
    String stage,
    double level,
    long lengthNanos,
    double throughputPerSecond,
    Decision decision,
    @Nullable Summary summary,
    String why) {
  /** Creates a trial of a load that was not tried before. */
  public Trial(
      int number,
      String stage,
      double level,
      long lengthNanos,
      double throughputPerSecond,
      Decision decision,
      @Nullable Summary summary) {
    this(number, stage, level, lengthNanos, throughputPerSecond, decision, summary, "");
  }

  boolean passed() {
    return decision.outcome() == TrialOutcome.PASSED;
  }

  boolean failed() {
    return decision.outcome() == TrialOutcome.FAILED;
  }
}
