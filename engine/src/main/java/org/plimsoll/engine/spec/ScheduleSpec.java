package org.plimsoll.engine.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A scheduled parameter change during a run, or a scheduled action.
 *
 * @param every repetition interval; null if the change happens once
 * @param texts new values by path; an empty text reverts earlier live changes; empty for an action
 * @param action the action; null for a parameter change
 */
public record ScheduleSpec(
    When when, @Nullable Duration every, Map<String, String> texts, @Nullable ActionSpec action) {
  public ScheduleSpec {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  /** Creates a parameter change. */
  public ScheduleSpec(When when, @Nullable Duration every, Map<String, String> texts) {
    this(when, every, texts, null);
  }

  /** The time of a scheduled change or action. */
  public sealed interface When {}

  /** A time relative to the start of the measurement. */
  public record AfterBegin(Duration after) implements When {}

  /** A date and time. */
  public record At(Instant instant) implements When {}
}
