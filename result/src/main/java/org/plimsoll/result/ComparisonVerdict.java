package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How one group of runs differs from another. */
public enum ComparisonVerdict {
  BETTER("better"),
  WORSE("worse"),
  /** The groups differ in a figure for which neither direction is better. */
  DIFFERENT("different"),
  /** The first group is better in some figures and worse in others. */
  MIXED("mixed"),
  /** No figure differs by more than the margin. */
  SAME("same"),
  /** There are too few runs, or they vary too much. */
  CANNOT_TELL("cannot tell"),
  /** A side has fewer runs than a test needs. */
  NOT_TESTED("not tested");

  private final String text;

  ComparisonVerdict(String text) {
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
   * Returns the constant with the given text. Unknown texts, written by later versions, become
   * {@link #CANNOT_TELL}.
   */
  @JsonCreator
  public static ComparisonVerdict of(String text) {
    return Words.find(values(), ComparisonVerdict::text, text, CANNOT_TELL);
  }
}
