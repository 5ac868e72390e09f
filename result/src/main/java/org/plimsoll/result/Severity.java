package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The severity of a {@link Summary.Finding}, from mildest to worst. */
public enum Severity {
  INFO("info", Validity.VALID),
  SUSPECT("suspect", Validity.SUSPECT),
  INVALID("invalid", Validity.INVALID);

  private final String text;
  private final Validity validity;

  Severity(String text, Validity validity) {
    this.text = text;
    this.validity = validity;
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

  /** Returns the validity of a result whose worst finding has this severity. */
  public Validity validity() {
    return validity;
  }

  /** Returns the worse of two severities. */
  public Severity or(Severity other) {
    return compareTo(other) >= 0 ? this : other;
  }

  /**
   * Returns the severity with the given text; unknown ones of later versions become {@link #INFO}.
   */
  @JsonCreator
  static Severity of(String text) {
    return Words.find(values(), Severity::text, text, INFO);
  }
}
