package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** The kinds of {@link RunEvent}. */
public enum EventKind {
  /** A phase starts. */
  PHASE("phase"),
  /** A parameter was changed. */
  PARAMETER("parameter"),
  /** The driver reports something about the target. */
  TARGET("target"),
  /** A hook, a command or a request starts or has ended. The event has its period. */
  ACTION("action"),
  /** The target has settled after a change. */
  SETTLED("settled"),
  /** The generator was paused or disturbed. */
  GENERATOR("generator"),
  /** The target gives no answer, or answers again. */
  STALL("stall"),
  /** Every operation fails, or operations succeed again. */
  OUTAGE("outage"),
  /** An objective is missed, or is met again. */
  SLO("slo"),
  /** The measurement so far has become invalid, or valid again. */
  VALIDITY("validity"),
  /** A session was reopened, or is stalled. */
  SESSION("session"),
  /** The first failure with a code. */
  FAILURE("failure"),
  /** A level of throughput or latency changed. */
  CHANGE("change"),
  /** A trial of a search has ended. */
  TRIAL("trial"),
  WARNING("warning"),
  FINDING("finding"),
  /** An event of a later version. */
  OTHER("other");

  private final String text;

  EventKind(String text) {
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

  /** The kind of a text; a kind of a later version counts as {@link #OTHER}. */
  @JsonCreator
  public static EventKind of(String text) {
    return Words.find(values(), EventKind::text, text, OTHER);
  }
}
