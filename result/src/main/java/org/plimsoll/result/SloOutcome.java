package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The outcomes of one objective, or of all objectives of a run. */
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

  /** Returns the text that results use for this constant. */
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
   * Returns the outcome with the given text; unknown ones of later versions become {@link
   * #UNDECIDED}.
   */
  @JsonCreator
  public static SloOutcome of(String text) {
    return Words.find(values(), SloOutcome::text, text, UNDECIDED);
  }
}
