package org.plimsoll.driver.http;

import org.plimsoll.api.DriverContext;
import org.plimsoll.api.DriverContext.Counter;
import org.plimsoll.api.DriverContext.Timing;

/** The driver's counters and timings, in addition to the outcomes of operations. */
record Observations(Counter connections, Timing connect, Counter retryAfter, Counter redirects) {
  Observations(DriverContext context) {
    this(
        context.counter("connections-opened"),
        context.timing("connect"),
        context.counter("retry-after"),
        context.counter("redirects-followed"));
  }
}
