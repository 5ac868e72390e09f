package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Whether an objective was met, or all of a run together. */
public enum SloOutcome {
  PASSED("passed"),
  FAILED("failed"),
  /** The figure is null, or the result is invalid. */
  UNDECIDED("undecided"),
  /** There was no objective. */
  NONE("none");

  private final String text;

  SloOutcome(String text) {
    this.text = text;
  }

  /** Its text in results. */
  @JsonValue
  public String text() {
    return text;
  }

  /** The outcome of a text; one of a later version counts as {@link #UNDECIDED}. */
  @JsonCreator
  public static SloOutcome of(String text) {
    return Words.find(values(), SloOutcome::text, text, UNDECIDED);
  }
}
