package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** Whether the generator disturbed a result, from the best to the worst. */
public enum Validity {
  /** Not judged, as in the files of earlier versions. */
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

  /** Whether the generator may have disturbed the result. */
  public boolean isDisturbed() {
    return this == SUSPECT || this == INVALID;
  }

  /** The worse of two validities. */
  public Validity or(Validity other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /** The validity of a text; one of a later version counts as {@link #UNJUDGED}. */
  @JsonCreator
  public static Validity of(String text) {
    return Words.find(values(), Validity::text, text, UNJUDGED);
  }
}
