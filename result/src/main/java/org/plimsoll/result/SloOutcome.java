package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Whether an objective, or all objectives of a run, were met. */
public enum SloOutcome {
  PASSED("passed"),
  FAILED("failed"),
  /** The figure is unknown, or the result is invalid. */
  UNDECIDED("undecided"),
  /** There was no objective. */
  NONE("none");

  private final String text;

  SloOutcome(String text) {
    this.text = text;
  }

  /** The text of the constant in results. */
  @JsonValue
  public String text() {
    return text;
  }

  /** Returns {@link #text}, so that it can be inserted into sentences and tables. */
  @Override
  public String toString() {
    return text;
  }

  /** The outcome of a text; one of a later version counts as {@link #UNDECIDED}. */
  @JsonCreator
  public static SloOutcome of(String text) {
    return Words.find(values(), SloOutcome::text, text, UNDECIDED);
  }
}
