package org.plimsoll.driver.geode;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The starts of writes whose events are timed, until it is known whether they were carried out: a
 * later event of a key must not be timed from a write that did not cause it.
 */
final class TimedWrites {
  private final @Nullable Events events;
  private final Map<String, Long> starts = new HashMap<>();

  /**
   * Creates one without writes.
   *
   * @param events null without a subscription
   */
  TimedWrites(@Nullable Events events) {
    this.events = events;
  }

  void begin(String key) {
    if (events != null) {
      starts.put(key, events.writes(key));
    }
  }

  /** Ends all writes that have begun. */
  void end(boolean carriedOut) {
    if (events != null && !carriedOut) {
      starts.forEach(events::hasNotWritten);
    }
    starts.clear();
  }
}
