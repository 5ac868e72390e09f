package org.plimsoll.driver.cacheaside;

import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Timeline;

/** Cache counters that are reported in addition to the outcomes of operations. */
record Meters(
    Timeline timeline,
    DriverContext.Counter hits,
    DriverContext.Counter misses,
    DriverContext.Counter failures,
    DriverContext.Timing hit,
    DriverContext.Timing miss) {
  static Meters of(DriverContext context) {
    return new Meters(
        context.timeline(),
        context.counter("cache-hits"),
        context.counter("cache-misses"),
        context.counter("cache-failures"),
        context.timing("read-hit"),
        context.timing("read-miss"));
  }
}
