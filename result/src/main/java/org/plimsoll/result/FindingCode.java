package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The findings that a result can have; each has a row in {@code docs/reading-results.md}. */
public enum FindingCode {
  ACCOUNTING_DISAGREES,
  ARRIVAL_LAW,
  CONSISTENCY_UNJUDGED,
  CPU_STOLEN,
  CPU_THROTTLED,
  FIGURE_NOT_REPORTED,
  FILL_FAILED,
  FILL_INCOMPLETE,
  GENERATOR_IS_LIMIT,
  GENERATOR_LATE,
  GENERATOR_LOST,
  GENERATOR_PAUSED,
  GENERATOR_SATURATED,
  HISTORY_CUT,
  HISTORY_NOT_WRITTEN,
  INTERRUPTED,
  INTERVALS_DISTURBED,
  ITERATION_FAILED,
  ITERATION_NOT_VALID,
  LOAD_NOT_OPEN,
  LOST_WRITES,
  MACHINE_BUSY,
  METRICS_NOT_SENT,
  NEVER_STEADY,
  NOT_ATOMIC,
  NOT_SENT,
  NOT_SETTLED,
  NOTHING_MEASURED,
  NOTHING_SUCCEEDED,
  OUTAGE,
  ROWS_NOT_FOUND,
  RUN_FOLDER_INCOMPLETE,
  RUN_FOLDER_LOST,
  SCHEDULE_MISSED,
  SERIES_LEFT_OUT,
  SETTLED,
  STALE_READS,
  STEADY_LATE,
  TARGET_FAILING,
  VERIFICATION_FAILED,
  WARM_UP_LEAKED,
  WORKERS_RAN_OUT,
  WRITES_NOT_READ_BACK,
  /** Violations of the session guarantees, named by the guarantee. */
  MONOTONIC_READS_VIOLATED,
  MONOTONIC_WRITES_VIOLATED,
  READ_YOUR_WRITES_VIOLATED,
  WRITES_FOLLOW_READS_VIOLATED,
  /** A code that a later version has written. */
  OTHER;

  private final String text = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** Returns the text of the code in results, such as {@code generator-late}. */
  @JsonValue
  public String text() {
    return text;
  }

  /** Returns {@link #text}, so that it can be inserted into sentences and tables. */
  @Override
  public String toString() {
    return text;
  }

  /**
   * Returns the code with the given text; unknown codes of later versions become {@link #OTHER}.
   */
  @JsonCreator
  public static FindingCode of(String text) {
    return Words.find(values(), FindingCode::text, text, OTHER);
  }
}
