package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** What a trial of a search says. */
public enum TrialOutcome {
  /** Every objective was met. */
  PASSED("passed"),
  /** An objective was missed. */
  FAILED("failed"),
  /** The generator disturbed it, so that nothing is known of the target. */
  SPOILED("spoiled");

  private final String text;

  TrialOutcome(String text) {
    this.text = text;
  }

  /** Its text in results. */
  @JsonValue
  public String text() {
    return text;
  }

  /** The value of a text; one of a later version counts as {@link #SPOILED}. */
  @JsonCreator
  public static TrialOutcome of(String text) {
    return Words.find(values(), TrialOutcome::text, text, SPOILED);
  }
}
