package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** How a search has ended, and what its answer is worth. */
public enum LineKind {
  /** The load above misses the objectives, and this one was confirmed to meet them. */
  FOUND("found"),
  /** As found, but the search ended before it was confirmed. */
  UNCONFIRMED("unconfirmed"),
  /** The cap was reached, and the objectives are met there. */
  CAP("cap"),
  /** The generator could not go higher, and the objectives were met until there. */
  GENERATOR("generator"),
  /** Not even the lowest load that was tried met the objectives. */
  NONE("none"),
  /** A band, in which the load was kept. */
  BAND("band");

  private final String text;

  LineKind(String text) {
    this.text = text;
  }

  /** Its text in results. */
  @JsonValue
  public String text() {
    return text;
  }

  /** The value of a text; one of a later version counts as {@link #UNCONFIRMED}. */
  @JsonCreator
  public static LineKind of(String text) {
    return Words.find(values(), LineKind::text, text, UNCONFIRMED);
  }
}
