package org.plimsoll.driver.evcache;

import org.plimsoll.api.DriverContext;
import org.plimsoll.api.DriverContext.Counter;

/**
 * The counters of the driver. A pair {@code NAME-hits} and {@code NAME-misses} is shown as a hit
 * ratio.
 */
record Counters(
    Counter hits,
    Counter misses,
    Counter fallbackHits,
    Counter fallbackMisses,
    Counter zoneWriteFailures) {
  static Counters of(DriverContext context) {
    return new Counters(
        context.counter("cache-hits"),
        context.counter("cache-misses"),
        context.counter("zone-fallback-hits"),
        context.counter("zone-fallback-misses"),
        context.counter("zone-write-failures"));
  }

  /**
   * Counts the results of a read.
   *
   * @param zones the number of zones that were asked
   * @param found the number of keys with a value
   * @param missing the number of keys without a value
   */
  void read(int zones, int found, int missing) {
    if (found > 0) {
      hits.add(found);
    }
    if (missing > 0) {
      misses.add(missing);
    }
    if (zones > 1) {
      (missing == 0 ? fallbackHits : fallbackMisses).add(1);
    }
  }
}
