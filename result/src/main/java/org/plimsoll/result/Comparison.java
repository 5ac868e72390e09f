package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * What two groups of runs say about each other, in the shape that {@code compare --json} prints;
 * schema 1. Everything is told of the first group: {@code better} means that A is.
 *
 * @param margin differences of a share below it count as the same
 * @param level the probability that an interval holds the truth
 * @param verdict of all rows together
 * @param sentence the verdict in words
 * @param notes what the reader must know before he believes it
 * @param differing settings that are not the same on both sides
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

  /** A group of runs; {@code micros} are its histograms by tag, of all of its runs together. */
  public record Side(String target, List<Of> runs, @JsonIgnore Map<String, Histogram> micros) {}

  /** A run of a group; its name is what the user calls it, such as its folder. */
  public record Of(String name, String id, String startedAt, long seed, Validity validity) {}

  /** A setting that is not the same on both sides. */
  public record Differing(String setting, String a, String against) {}

  /**
   * One figure of one operation. Durations are nanoseconds.
   *
   * @param kind {@code response} or {@code service}; empty for throughput and errors
   * @param figure {@code p50} … {@code p9999}, {@code throughput} or {@code errors}
   * @param values of each run, in the order of the groups' runs
   * @param shift A against the other: a share of it, 0.1 is 10 % more; of errors the difference of
   *     the two shares
   * @param probability of so large a shift where there is none; {@code adjusted} for the number of
   *     rows
   * @param effect how far the groups are apart, by Cliff's delta, in a word
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
