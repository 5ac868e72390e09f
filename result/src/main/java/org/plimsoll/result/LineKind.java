package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How a search ended, and how reliable its result is. */
public enum LineKind {
  /** The result was confirmed to meet the objectives, and the next higher load missed them. */
  FOUND("found"),
  /** Like found, but the search ended before the result was confirmed. */
  UNCONFIRMED("unconfirmed"),
  /** The load reached its cap, and the objectives were met there. */
  CAP("cap"),
  /** The generator reached its limit, and the objectives were met there. */
  GENERATOR("generator"),
  /** The lowest load tried missed the objectives. */
  NONE("none"),
  /** The result is the band within which the load was tracked. */
  BAND("band");

  private final String text;

  LineKind(String text) {
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
   * Returns the constant with the given text; unknown texts of later versions become {@link
   * #UNCONFIRMED}.
   */
  @JsonCreator
  public static LineKind of(String text) {
    return Words.find(values(), LineKind::text, text, UNCONFIRMED);
  }
}
