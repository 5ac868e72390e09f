package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How a search ended, and how reliable its result is. */
public enum LineKind {
  /** The result was confirmed to meet the objectives, and the next higher load misses them. */
  FOUND("found"),
  /** Like found, but the search ended before the result was confirmed. */
  UNCONFIRMED("unconfirmed"),
  /** The cap was reached, and the objectives are met there. */
  CAP("cap"),
  /** The generator reached its limit, and the objectives are met there. */
  GENERATOR("generator"),
  /** The lowest load that was tried misses the objectives. */
  NONE("none"),
  /** The result is the band within which the load was tracked. */
  BAND("band");

  private final String text;

  LineKind(String text) {
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

  /** The value of a text; one of a later version counts as {@link #UNCONFIRMED}. */
  @JsonCreator
  public static LineKind of(String text) {
    return Words.find(values(), LineKind::text, text, UNCONFIRMED);
  }
}
