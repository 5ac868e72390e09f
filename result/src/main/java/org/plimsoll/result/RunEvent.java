package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code events.jsonl}: a phase, a parameter change, a fault or a warning.
 *
 * @param atNanos time since the start of the run
 * @param change parameter change, which the text also describes; null for other events
 */
public record RunEvent(
    long atNanos,
    EventKind kind,
    String text,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Change change) {
  /** Creates an event other than a parameter change. */
  public RunEvent(long atNanos, EventKind kind, String text) {
    this(atNanos, kind, text, null);
  }

  /**
   * A change of a parameter's value.
   *
   * @param who origin of the change
   * @param parameter its path, such as {@code rate}, {@code scenario/search/rate} or {@code
   *     set.consistency}
   * @param before old value as text; empty if there was none
   * @param after new value as text; empty if there is none
   */
  public record Change(String who, String parameter, String before, String after) {
    /** The change as text. */
    public String text() {
      return who
          + " changed "
          + parameter
          + (before.isEmpty() ? "" : " from " + before)
          + (after.isEmpty() ? " to nothing" : " to " + after);
    }
  }
}
