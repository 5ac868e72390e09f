package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The result of a sweep, in the form that {@code sweep --json} prints and {@code sweep.json}
 * stores.
 *
 * @param settings names of the settings that vary
 * @param scalability a fitted law for each combination of the other settings
 * @param knee null if the points do not form a load curve or are too few
 */
public record SweepResult(
    int schema,
    @JsonUnwrapped Sweep sweep,
    List<String> settings,
    List<Row> rows,
    List<Scalability> scalability,
    TuneResult.@Nullable KneeResult knee) {
  public static final int SCHEMA = 1;

  /** The identity of a sweep. */
  public record Sweep(String name, String target, String startedAt, long seed) {}

  /** A point of the grid with its repetitions, and the folders of their runs. */
  public record Row(
      Map<String, String> point,
      @JsonUnwrapped Repetitions repetitions,
      @JsonUnwrapped Figures figures,
      List<String> folders) {}

  /**
   * The runs of a point.
   *
   * @param runs runs that have a result
   * @param failures reasons why other runs have none
   * @param validity the worst validity of the runs
   */
  public record Repetitions(int runs, List<String> failures, Validity validity) {}

  /**
   * The figures of a point.
   *
   * @param throughputPerSecond median, minimum and maximum of the runs
   * @param latencyNanos latency of the run with the median p99, since percentiles are never
   *     averaged
   * @param p99Nanos p99 of all runs, ascending
   * @param costPerMillion cost per million operations; null without a price
   */
  public record Figures(
      @Nullable Range throughputPerSecond,
      @Nullable Latency latencyNanos,
      List<Long> p99Nanos,
      double errorShare,
      @Nullable Double costPerMillion) {
    /** No run has a result. */
    public static final Figures NONE = new Figures(null, null, List.of(), 0, null);
  }

  /** A median with minimum and maximum. */
  public record Range(double median, double least, double most) {}

  /**
   * The Universal Scalability Law fitted over one setting.
   *
   * @param over name of that setting
   * @param at values of the other settings
   * @param peak where throughput is highest; null if unknown
   */
  public record Scalability(
      String over,
      Map<String, String> at,
      Estimate gamma,
      Estimate alpha,
      Estimate beta,
      @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable Double peak,
      String text) {}

  /** A value with its 95 % interval. */
  public record Estimate(double value, double low, double high) {}
}
