package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The phases of a run, in their order. */
public enum Phase {
  FILL("fill"),
  WARMUP("warmup"),
  MEASURE("measure"),
  /** A trial of a search, within the measurement. */
  TRIAL("trial"),
  /** The drain: nothing is sent, and operations in flight end or reach their deadline. */
  DRAIN("drain");

  private final String text;

  Phase(String text) {
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

  /** The text of the event that reports the start of the phase. */
  public String begins() {
    return text + " begins";
  }

  /**
   * Returns the phase with the given text; unknown phases of later versions become {@link
   * #MEASURE}.
   */
  @JsonCreator
  public static Phase of(String text) {
    return Words.find(values(), Phase::text, text, MEASURE);
  }
}
