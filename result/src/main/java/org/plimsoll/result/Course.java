package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The course of a measurement: when operations failed, and its parts between changes. Times are
 * since the start of the run.
 *
 * @param failureCourse when operations failed; null if none did
 * @param segments the parts between changes, in order of time; empty without a change
 */
public record Course(
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Failures failureCourse,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Segment> segments) {
  /** The value for a measurement without failures and changes. */
  public static final Course NONE = new Course(null, List.of());

  public Course {
    segments = segments == null ? List.of() : List.copyOf(segments);
  }

  /**
   * When operations failed, to the second.
   *
   * @param firstNanos start of the first second with a failure
   * @param lastNanos end of the last second with a failure
   * @param silentNanos time in which operations were due and none succeeded, for a second or longer
   * @param count number of disruptions
   * @param disruptions the first of them
   */
  public record Failures(
      long firstNanos,
      long lastNanos,
      long silentNanos,
      long count,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Disruption> disruptions) {
    public Failures {
      disruptions = disruptions == null ? List.of() : List.copyOf(disruptions);
    }
  }

  /**
   * A period in which more than 1 % of the operations failed, or none succeeded.
   *
   * @param errors operations that failed in it
   * @param silentNanos time in which none succeeded, for a second or longer
   * @param silence period in which no operation succeeded; null if there was none
   * @param p99BeforeNanos median of the p99 of the last seconds before the disruption; null if
   *     there are fewer than three
   * @param recoveryNanos time from the end of the disruption until the p99 was back at its earlier
   *     level; null if it did not return
   */
  public record Disruption(
      long fromNanos,
      long toNanos,
      long errors,
      long silentNanos,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Silence silence,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long p99BeforeNanos,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long recoveryNanos) {
    /** A sentence without its period, such as {@code nothing succeeded from 0:03 to 0:11}. */
    public String text() {
      Silence silent = silence;
      String failed =
          Figures.count(errors) + (errors == 1 ? " operation" : " operations") + " failed";
      String what =
          silent == null
              ? failed + " " + period(fromNanos, toNanos, toNanos - fromNanos)
              : "nothing succeeded "
                  + period(silent.fromNanos, silent.toNanos, silentNanos)
                  + (errors > 0 ? ", " + failed : "");
      return what + recovery();
    }

    private static String period(long from, long to, long length) {
      return "from "
          + Figures.clock(from)
          + " to "
          + Figures.clock(to)
          + " ("
          + Figures.duration(length)
          + ")";
    }

    /**
     * Returns a clause about the p99 after the disruption; empty if the p99 before the disruption
     * is unknown.
     */
    private String recovery() {
      Long before = p99BeforeNanos;
      if (before == null) {
        return "";
      }
      String level = Figures.duration(before);
      Long after = recoveryNanos;
      if (after == null) {
        return "; at the end, the p99 had not returned to " + level;
      }
      return "; the p99 was back at "
          + level
          + (after == 0 ? " at once" : " " + Figures.duration(after) + " later");
    }
  }

  /** A period in which no operation succeeded. Times are since the start of the run. */
  public record Silence(long fromNanos, long toNanos) {}

  /**
   * A part of a measurement, which starts with the measurement or with a change. The second in
   * which a change takes effect belongs to no part.
   *
   * @param change the change as text; empty for the first part
   * @param throughputPerSecond operations that were answered
   * @param errorShare share of operations that ended in an error
   * @param latencyNanos response time, or service time in a closed load
   */
  public record Segment(
      long fromNanos,
      long toNanos,
      String change,
      double throughputPerSecond,
      double errorShare,
      Latency latencyNanos) {}
}
