package org.plimsoll.driver.geode;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The writes of a session whose events are timed, until it is known whether the server has stored
 * them: a later event of the key must not be timed from a write that did not cause it.
 */
final class TimedWrites {
  private final @Nullable Events events;
  private final Map<String, Long> starts = new HashMap<>();

  /**
   * Creates a record without writes.
   *
   * @param events the events; null without a subscription
   */
  TimedWrites(@Nullable Events events) {
    this.events = events;
  }

  void begin(String key) {
    if (events != null) {
      starts.put(key, events.writes(key));
    }
  }

  /** The writes so far are stored. */
  void keep() {
    starts.clear();
  }

  /** The writes so far are not stored, so that they cause no events. */
  void drop() {
    if (events != null) {
      starts.forEach(events::hasNotWritten);
    }
    starts.clear();
  }
}
