package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of two groups of runs, in the form that {@code compare --json} prints; schema 1.
 * Results describe the first group: a verdict of {@code better} means that A is better.
 *
 * @param conclusion verdict on all rows together
 * @param differing settings that differ between the two sides
 */
public record Comparison(
    int schema,
    Side a,
    Side against,
    @JsonUnwrapped Criteria criteria,
    @JsonUnwrapped Conclusion conclusion,
    List<Differing> differing,
    List<Row> rows) {
  public static final int SCHEMA = 1;

  /** A group of runs; {@code micros} are the merged histograms of its runs, by tag. */
  public record Side(String target, List<Of> runs, @JsonIgnore Map<String, Histogram> micros) {}

  /** A run of a group. The user chooses its name, for example its folder. */
  public record Of(String name, String id, String startedAt, long seed, Validity validity) {}

  /** A setting that differs between the two sides. */
  public record Differing(String setting, String a, String against) {}

  /**
   * The criteria by which figures count as equal.
   *
   * @param margin relative difference up to which figures count as equal
   * @param level confidence level of intervals
   */
  public record Criteria(double margin, double level) {}

  /**
   * The verdict on a comparison, with its explanation.
   *
   * @param sentence the verdict in words
   * @param notes caveats for the reader
   */
  public record Conclusion(ComparisonVerdict verdict, String sentence, List<String> notes) {}

  /**
   * One figure of one operation. Durations are nanoseconds.
   *
   * @param shift relative difference of A, 0.1 = 10 % more; for errors the difference of the shares
   * @param tested the result of the test; null if a side has fewer runs than a test needs
   * @param verdict never {@link ComparisonVerdict#MIXED}
   */
  public record Row(
      @JsonUnwrapped Subject subject,
      @JsonUnwrapped Samples samples,
      double shift,
      @JsonUnwrapped @Nullable Tested tested,
      ComparisonVerdict verdict,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String note) {

    /** Whether the figure is a latency: a duration, for which lower is better. */
    public boolean isLatency() {
      return !subject.kind.isEmpty();
    }
  }

  /**
   * The figure that a row compares, and the operation to which it belongs.
   *
   * @param kind {@code response} or {@code service}; empty for throughput and errors
   * @param figure {@code p50} … {@code p9999}, {@code throughput} or {@code errors}
   * @param primary whether the verdict on the runs depends on it
   */
  public record Subject(String operation, String kind, String figure, boolean primary) {}

  /**
   * The values of a figure in both groups: one per run, in the order of the runs, and the median.
   *
   * @param values values of group A
   */
  public record Samples(
      List<Double> values, List<Double> valuesAgainst, double median, double medianAgainst) {}

  /**
   * The statistical test of a difference between the groups.
   *
   * @param low lower end of the confidence interval of the difference
   * @param high upper end of the confidence interval of the difference
   * @param probability p-value
   * @param adjusted p-value adjusted for the number of primary rows, or of the other rows
   * @param cliffsDelta effect size, Cliff's delta
   * @param effect the effect size as a word
   */
  public record Tested(
      double low,
      double high,
      double probability,
      double adjusted,
      double cliffsDelta,
      String effect) {}
}
