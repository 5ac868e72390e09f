package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The validities of a result: whether the generator disturbed it, from best to worst. */
public enum Validity {
  /** Not judged, as in files of earlier versions. */
  UNJUDGED("unjudged"),
  VALID("valid"),
  SUSPECT("suspect"),
  INVALID("invalid"),
  /** There is no result to judge. */
  NONE("none");

  private final String text;

  Validity(String text) {
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

  /** Whether the generator may have disturbed the result. */
  public boolean isDisturbed() {
    return this == SUSPECT || this == INVALID;
  }

  /** Returns the worse of two validities. */
  public Validity or(Validity other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /**
   * Returns the validity with the given text; unknown ones of later versions become {@link
   * #UNJUDGED}.
   */
  @JsonCreator
  public static Validity of(String text) {
    return Words.find(values(), Validity::text, text, UNJUDGED);
  }
}
