package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The outcomes of a trial in a search. */
public enum TrialOutcome {
  /** Every objective was met. */
  PASSED("passed"),
  /** An objective was missed. */
  FAILED("failed"),
  /** The generator disturbed the trial, so the trial does not count. */
  SPOILED("spoiled");

  private final String text;

  TrialOutcome(String text) {
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
   * #SPOILED}.
   */
  @JsonCreator
  public static TrialOutcome of(String text) {
    return Words.find(values(), TrialOutcome::text, text, SPOILED);
  }
}
