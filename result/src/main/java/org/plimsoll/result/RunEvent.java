package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/**
 * One line of {@code events.jsonl}: a phase, a parameter change, a fault or a warning.
 *
 * @param atNanos since the start of the run
 * @param change of a parameter, which the text tells as well; null for any other event
 */
public record RunEvent(
    long atNanos,
    EventKind kind,
    String text,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Change change) {
  /** An event that is no change of a parameter. */
  public RunEvent(long atNanos, EventKind kind, String text) {
    this(atNanos, kind, text, null);
  }

  /**
   * A parameter that has another value from now on.
   *
   * @param who asked for it
   * @param parameter its path, such as {@code rate}, {@code scenario/search/rate} or {@code
   *     set.consistency}
   * @param before as it would be written; empty when there was none
   * @param after as it would be written; empty when there is none
   */
  public record Change(String who, String parameter, String before, String after) {
    /** The change in words. */
    public String text() {
      return who
          + " changed "
          + parameter
          + (before.isEmpty() ? "" : " from " + before)
          + (after.isEmpty() ? " to nothing" : " to " + after);
    }
  }
}
