package org.plimsoll.result;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search for the highest load has found, in the shape that {@code find-max --json} prints
 * and {@code find-max.json} keeps.
 *
 * @param method {@code search}, {@code ramp} or {@code track}
 * @param unit {@code /s} for an open load, {@code workers} for a closed one
 * @param slo {@code passed} when some load meets the objectives, {@code failed}, or {@code
 *     undecided} when the generator gave out before
 * @param knee null where the curve has too few points
 * @param trials all of them; of a tracker the last 2,000
 * @param isEnded false while the search goes on, and what is said is what is known so far
 */
public record TuneResult(
    int schema,
    Summary.RunInfo run,
    String method,
    String unit,
    List<String> objectives,
    SloOutcome slo,
    LineResult line,
    @Nullable KneeResult knee,
    List<TrialResult> trials,
    List<CurvePoint> curve,
    boolean isEnded) {
  public static final int SCHEMA = 1;

  /** Whether the load is one of workers. */
  public boolean isClosed() {
    return unit.equals("workers");
  }

  /**
   * The answer.
   *
   * @param kind how the search has ended
   * @param load the highest load that met the objectives; 0 when none did
   * @param low of the interval in which the line lies
   * @param high its other end; null when it was not reached
   * @param throughputPerSecond what was answered there
   * @param text all of it as a sentence
   */
  public record LineResult(
      LineKind kind,
      double load,
      double low,
      @Nullable Double high,
      @Nullable Double throughputPerSecond,
      String text) {}

  /**
   * Where more load begins to cost more than it brings.
   *
   * @param load by Kneedle, at the p99; with the ends of its bootstrap band
   * @param powerLoad where throughput divided by mean latency is highest
   */
  public record KneeResult(double load, double low, double high, double powerLoad) {}

  /**
   * A load that was tried.
   *
   * @param stress of the objective that decided: 1 is its bound, and less is good
   * @param reason where something else than an objective decided
   */
  public record TrialResult(
      int number,
      String stage,
      double load,
      long lengthNanos,
      double throughputPerSecond,
      TrialOutcome outcome,
      String objective,
      double stress,
      double stressLow,
      double stressHigh,
      boolean isClose,
      String reason,
      Summary.@Nullable Latency latencyNanos) {}
}
