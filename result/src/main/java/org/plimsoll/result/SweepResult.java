package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a sweep has measured, in the shape that {@code sweep --json} prints and {@code sweep.json}
 * keeps.
 *
 * @param settings the names of those that vary
 * @param scalability a law for each combination of the other settings
 * @param knee null where the points are no curve of one load, or too few
 */
public record SweepResult(
    int schema,
    String name,
    String target,
    String startedAt,
    long seed,
    List<String> settings,
    List<Row> rows,
    List<Scalability> scalability,
    TuneResult.@Nullable KneeResult knee) {
  public static final int SCHEMA = 1;

  /**
   * A point of the grid with its repetitions.
   *
   * @param runs that have a result
   * @param failures why others have none
   * @param validity the worst of them
   * @param throughputPerSecond of the run with the median, and the least and the most
   * @param latencyNanos of the run with the median p99: percentiles are never averaged
   * @param p99Nanos of all runs, ascending
   * @param costPerMillion of operations; null without a price
   */
  public record Row(
      Map<String, String> point,
      int runs,
      List<String> failures,
      Validity validity,
      @Nullable Range throughputPerSecond,
      Summary.@Nullable Latency latencyNanos,
      List<Long> p99Nanos,
      double errorShare,
      @Nullable Double costPerMillion,
      List<String> folders) {}

  /** A median with the least and the most. */
  public record Range(double median, double least, double most) {}

  /**
   * The Universal Scalability Law over one setting.
   *
   * @param over that setting
   * @param at the values of the others
   * @param peak where throughput is highest; null where that cannot be told
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
