package org.plimsoll.engine.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Parameters that change at some time while a run goes on.
 *
 * @param every how long after each time they change again; null when it is once
 * @param texts by path; an empty one takes back what was asked for while the run goes on
 */
public record ScheduleSpec(When when, @Nullable Duration every, Map<String, String> texts) {
  public ScheduleSpec {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  /** When it is for the first time. */
  public sealed interface When {}

  /** After the begin of the measurement. */
  public record AfterBegin(Duration after) implements When {}

  /** By the calendar. */
  public record At(Instant instant) implements When {}
}
