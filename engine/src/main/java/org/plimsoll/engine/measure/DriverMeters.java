package org.plimsoll.engine.measure;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.DriverContext;

/** Counters and timings that drivers name themselves, over the whole run. */
public final class DriverMeters {
  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
  private final Map<String, ConcurrentHistogram> timings = new ConcurrentHashMap<>();

  /** The counter of that name, the same for all who ask. */
  public DriverContext.Counter counter(String name) {
    LongAdder adder = counters.computeIfAbsent(name, n -> new LongAdder());
    return adder::add;
  }

  /** The timing of that name, the same for all who ask. */
  public DriverContext.Timing timing(String name) {
    ConcurrentHistogram histogram = timings.computeIfAbsent(name, n -> new ConcurrentHistogram(3));
    return nanos -> histogram.recordValue(Math.max(0, nanos));
  }

  /** Counts so far. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((name, adder) -> counts.put(name, adder.sum()));
    return counts;
  }

  /** Durations so far, in nanoseconds. */
  public Map<String, Histogram> durations() {
    Map<String, Histogram> durations = new TreeMap<>();
    timings.forEach((name, histogram) -> durations.put(name, histogram.copy()));
    return durations;
  }
}
