package org.plimsoll.driver.geode;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a session whose events are timed. They are kept until it is known whether the
 * server has stored them. A write that was not stored is dropped, so that a later event of its key
 * is not timed from it.
 */
final class TimedWrites {
  private final @Nullable Events events;
  private final Map<String, Long> starts = new HashMap<>();

  /**
   * Creates an empty list of writes.
   *
   * @param events the timer for events; null without a subscription
   */
  TimedWrites(@Nullable Events events) {
    this.events = events;
  }

  void begin(String key) {
    if (events != null) {
      starts.put(key, events.writes(key));
    }
  }

  /** Confirms that the server has stored the writes so far. */
  void keep() {
    starts.clear();
  }

  /** Drops the writes so far, because they were not stored and cause no events. */
  void drop() {
    if (events != null) {
      starts.forEach(events::hasNotWritten);
    }
    starts.clear();
  }
}
