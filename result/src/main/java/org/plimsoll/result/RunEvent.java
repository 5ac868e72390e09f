package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code events.jsonl}: a phase, a parameter change, a fault or a warning.
 *
 * @param atNanos time since the start of the run
 * @param change parameter change, which the text also describes; null for other events
 * @param period the period of a stall or a missed objective; null for other events
 * @param repeats number of events that this event summarizes; null for a single event
 */
public record RunEvent(
    long atNanos,
    EventKind kind,
    String text,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Change change,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Period period,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Repeats repeats) {
  /** Creates a single event. */
  public RunEvent(
      long atNanos, EventKind kind, String text, @Nullable Change change, @Nullable Period period) {
    this(atNanos, kind, text, change, period, null);
  }

  /** Creates an event without a period. */
  public RunEvent(long atNanos, EventKind kind, String text, @Nullable Change change) {
    this(atNanos, kind, text, change, null);
  }

  /** Creates an event other than a parameter change. */
  public RunEvent(long atNanos, EventKind kind, String text) {
    this(atNanos, kind, text, null);
  }

  /**
   * A period of a run.
   *
   * @param sinceNanos start of the period, since the start of the run
   * @param lengthNanos length of the period; null if it has not ended
   */
  public record Period(
      long sinceNanos, @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Long lengthNanos) {}

  /**
   * A number of consecutive events of one kind. {@link RunEvent#atNanos} is the time of the first.
   *
   * @param count number of events, at least 2
   * @param lastNanos time of the last, since the start of the run
   */
  public record Repeats(long count, long lastNanos) {}

  /**
   * A change to a parameter's value.
   *
   * @param who origin of the change
   * @param parameter path of the parameter, such as {@code rate}, {@code scenario/search/rate} or
   *     {@code set.consistency}
   * @param before old value as text; empty if there was none
   * @param after new value as text; empty if there is none
   * @param derived whether the change follows from another change, without a request
   */
  public record Change(
      String who,
      String parameter,
      String before,
      String after,
      @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean derived) {
    /** Creates a requested change. */
    public Change(String who, String parameter, String before, String after) {
      this(who, parameter, before, after, false);
    }

    /** Returns the change as a sentence. */
    public String text() {
      return who
          + " changed "
          + parameter
          + (before.isEmpty() ? "" : " from " + before)
          + (after.isEmpty() ? " to nothing" : " to " + after);
    }
  }
}
