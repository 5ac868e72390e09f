package org.plimsoll.engine.spec;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A scheduled change of parameters during a run.
 *
 * @param every repetition interval; null if the change happens once
 * @param texts new values by path; an empty text reverts earlier live changes
 */
public record ScheduleSpec(When when, @Nullable Duration every, Map<String, String> texts) {
  public ScheduleSpec {
    texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
  }

  /** The time of the first change. */
  public sealed interface When {}

  /** A time relative to the start of the measurement. */
  public record AfterBegin(Duration after) implements When {}

  /** A date and time. */
  public record At(Instant instant) implements When {}
}
