package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The comparison of two groups of runs, in the form that {@code compare --json} prints; schema 1.
 * Results describe the first group: {@code better} means that A is better.
 *
 * @param margin relative difference up to which figures count as the same
 * @param level confidence level of intervals
 * @param verdict of all rows together
 * @param sentence the verdict in words
 * @param notes caveats for the reader
 * @param differing settings that differ between the two sides
 */
public record Comparison(
    int schema,
    Side a,
    Side against,
    double margin,
    double level,
    ComparisonVerdict verdict,
    String sentence,
    List<String> notes,
    List<Differing> differing,
    List<Row> rows) {
  public static final int SCHEMA = 1;

  /** A group of runs; {@code micros} are the merged histograms of its runs, by tag. */
  public record Side(String target, List<Of> runs, @JsonIgnore Map<String, Histogram> micros) {}

  /** A run of a group. Its name is chosen by the user, such as its folder. */
  public record Of(String name, String id, String startedAt, long seed, Validity validity) {}

  /** A setting that differs between the two sides. */
  public record Differing(String setting, String a, String against) {}

  /**
   * One figure of one operation. Durations are nanoseconds.
   *
   * @param kind {@code response} or {@code service}; empty for throughput and errors
   * @param figure {@code p50} … {@code p9999}, {@code throughput} or {@code errors}
   * @param values value of each run, in the order of the groups' runs
   * @param shift relative difference of A, 0.1 = 10 % more; for errors the difference of the two
   *     shares
   * @param probability p-value of the shift; {@code adjusted} for the number of rows
   * @param effect effect size by Cliff's delta, in a word
   * @param verdict never {@link ComparisonVerdict#MIXED}
   */
  public record Row(
      String operation,
      String kind,
      String figure,
      List<Double> values,
      List<Double> valuesAgainst,
      double median,
      double medianAgainst,
      double shift,
      double low,
      double high,
      double probability,
      double adjusted,
      double cliffsDelta,
      String effect,
      ComparisonVerdict verdict,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String note) {

    /** Whether smaller is better, and the unit a duration. */
    public boolean isLatency() {
      return !kind.isEmpty();
    }
  }
}
