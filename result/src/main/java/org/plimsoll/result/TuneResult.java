package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The result of a search for the maximum throughput, in the form that {@code find-max --json}
 * prints and {@code find-max.json} stores.
 *
 * @param trials all trials; when tracking, the last 2,000
 * @param isEnded false while the search is running and the result is preliminary
 */
public record TuneResult(
    int schema,
    Summary.RunInfo run,
    @JsonUnwrapped Search search,
    @JsonUnwrapped Outcome outcome,
    List<TrialResult> trials,
    List<CurvePoint> curve,
    boolean isEnded) {
  public static final int SCHEMA = 1;

  /** Whether the load is closed, so that its unit is workers. */
  public boolean isClosed() {
    return search.unit.equals("workers");
  }

  /**
   * The configuration of a search.
   *
   * @param method {@code search}, {@code ramp} or {@code track}
   * @param unit {@code /s} for an open load, {@code workers} for a closed one
   * @param defaults objectives that apply by default
   */
  public record Search(
      String method,
      String unit,
      List<String> objectives,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> defaults) {
    public Search {
      objectives = List.copyOf(objectives);
      defaults = defaults == null ? List.of() : List.copyOf(defaults);
    }

    /** Creates a search without objectives that apply by default. */
    public Search(String method, String unit, List<String> objectives) {
      this(method, unit, objectives, List.of());
    }

    /** Returns the objectives as text, with a mark on those that apply by default. */
    public String text() {
      return objectives.stream()
          .map(each -> defaults.contains(each) ? each + " (default)" : each)
          .collect(Collectors.joining(", "));
    }
  }

  /**
   * The outcome of a search.
   *
   * @param slo {@code passed} if a load meets the objectives, {@code failed} if none does, {@code
   *     undecided} if the generator reached its limit first
   * @param knee the knee; null if the curve has too few points
   */
  public record Outcome(SloOutcome slo, LineResult line, @Nullable KneeResult knee) {}

  /**
   * The maximum throughput within the SLO.
   *
   * @param kind how the search ended
   * @param load highest load that met the objectives; 0 if none did
   * @param low lower end of the interval that contains the maximum
   * @param high upper end of the interval; null if it was not reached
   * @param throughputPerSecond measured throughput at this load
   * @param text the result as a sentence
   */
  public record LineResult(
      LineKind kind,
      double load,
      double low,
      @Nullable Double high,
      @Nullable Double throughputPerSecond,
      String text) {}

  /**
   * The knee of the curve, beyond which more load increases latency disproportionately.
   *
   * @param load load at the knee of the p99 by Kneedle; {@code low} and {@code high} are its
   *     bootstrap interval
   * @param powerLoad load with the highest ratio of throughput to mean latency
   */
  public record KneeResult(double load, double low, double high, double powerLoad) {}

  /**
   * A trial of a load.
   *
   * @param why reason for repeating the load, as a sentence; usually empty
   */
  public record TrialResult(
      int number,
      String stage,
      double load,
      long lengthNanos,
      double throughputPerSecond,
      @JsonUnwrapped Decision decision,
      @Nullable Latency latencyNanos,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) String why) {
    public TrialResult {
      // JSON omits an empty reason.
      why = why == null ? "" : why;
    }

    /** Creates a trial of a load that has not been tried before. */
    public TrialResult(
        int number,
        String stage,
        double load,
        long lengthNanos,
        double throughputPerSecond,
        Decision decision,
        @Nullable Latency latencyNanos) {
      this(number, stage, load, lengthNanos, throughputPerSecond, decision, latencyNanos, "");
    }
  }

  /**
   * The decision on a trial.
   *
   * @param objective the deciding objective
   * @param stress value of the deciding objective's figure relative to its bound; below 1 meets the
   *     objective
   * @param isClose whether the interval contains the bound, so that the estimate alone decided
   * @param reason a sentence if something other than an objective decided; usually empty
   * @param errorShare share of operations that ended in an error; null if it is unknown
   */
  public record Decision(
      TrialOutcome outcome,
      String objective,
      @JsonUnwrapped Stress stress,
      boolean isClose,
      String reason,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Double errorShare) {
    /** Creates a decision on a trial with unknown errors. */
    public Decision(
        TrialOutcome outcome, String objective, Stress stress, boolean isClose, String reason) {
      this(outcome, objective, stress, isClose, reason, null);
    }
  }
}
