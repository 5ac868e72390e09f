package org.plimsoll.analysis.tune;

import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TrialOutcome;
import org.plimsoll.result.TuneResult.Decision;
import org.plimsoll.result.TuneResult.TrialResult;

/**
 * A trial of a load, with its result.
 *
 * @param number number from 1
 * @param stage purpose of the trial
 * @param level target load: operations per second, or workers of a closed load
 * @param lengthNanos measured time
 * @param throughputPerSecond answered operations per second
 * @param latency response times, or service times of a closed load; null if it was too short
 * @param summary summary of this trial; null if it was too short, or is not needed
 * @param why reason for which a load is tried again, as a sentence; usually empty
 */
public record Trial(
    int number,
    String stage,
    double level,
    long lengthNanos,
    double throughputPerSecond,
    Decision decision,
    @Nullable Latency latency,
    @Nullable Summary summary,
    String why) {
  /** Creates a trial with the latency of its summary. */
  public Trial(
      int number,
      String stage,
      double level,
      long lengthNanos,
      double throughputPerSecond,
      Decision decision,
      @Nullable Summary summary,
      String why) {
    this(
        number,
        stage,
        level,
        lengthNanos,
        throughputPerSecond,
        decision,
        latency(summary),
        summary,
        why);
  }

  /** Creates a trial of a load that has not been tried before. */
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

  /** Creates a trial from its recorded result. */
  public static Trial of(TrialResult result, @Nullable Summary summary) {
    return new Trial(
        result.number(),
        result.stage(),
        result.load(),
        result.lengthNanos(),
        result.throughputPerSecond(),
        result.decision(),
        result.latencyNanos(),
        summary,
        result.why());
  }

  private static @Nullable Latency latency(@Nullable Summary summary) {
    if (summary == null) {
      return null;
    }
    Latency response = summary.all().responseNanos();
    return response == null ? summary.all().serviceNanos() : response;
  }

  /** Returns the trial without the unneeded parts of its summary. */
  Trial withoutSummary(boolean keepsLatency) {
    return new Trial(
        number,
        stage,
        level,
        lengthNanos,
        throughputPerSecond,
        decision,
        keepsLatency ? latency : null,
        null,
        why);
  }

  boolean passed() {
    return decision.outcome() == TrialOutcome.PASSED;
  }

  boolean failed() {
    return decision.outcome() == TrialOutcome.FAILED;
  }
}
