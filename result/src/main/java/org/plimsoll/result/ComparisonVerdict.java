package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How one group of runs differs from another. */
public enum ComparisonVerdict {
  BETTER("better"),
  WORSE("worse"),
  /** Better in some figures and worse in others. */
  MIXED("mixed"),
  /** No figure differs by more than the share that matters. */
  SAME("same"),
  /** The runs are too few, or differ too much among themselves. */
  CANNOT_TELL("cannot tell");

  private final String text;

  ComparisonVerdict(String text) {
    this.text = text;
  }

  /** Its text in results. */
  @JsonValue
  public String text() {
    return text;
  }

  /** The value of a text; one of a later version counts as {@link #CANNOT_TELL}. */
  @JsonCreator
  public static ComparisonVerdict of(String text) {
    return Words.find(values(), ComparisonVerdict::text, text, CANNOT_TELL);
  }
}
