package org.plimsoll.engine.measure;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.DriverContext;

/** Counters and timings that drivers name themselves. Thread-safe. */
public final class DriverMeters {
  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
  private final Map<String, ConcurrentHistogram> timings = new ConcurrentHashMap<>();

  private volatile Before before = new Before(Map.of(), Map.of());

  /** What came before the measurement. */
  private record Before(Map<String, Long> counts, Map<String, Histogram> durations) {}

  /** The measurement begins now: what the driver told of fill and warm-up is no part of it. */
  public void begin() {
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((name, adder) -> counts.put(name, adder.sum()));
    Map<String, Histogram> durations = new TreeMap<>();
    timings.forEach((name, histogram) -> durations.put(name, histogram.copy()));
    before = new Before(counts, durations);
  }

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

  /** Counts since the measurement began, or all of them where none has. */
  public Map<String, Long> counts() {
    Map<String, Long> earlier = before.counts();
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach(
        (name, adder) -> counts.put(name, adder.sum() - earlier.getOrDefault(name, 0L)));
    return counts;
  }

  /** Durations in nanoseconds since the measurement began, or all of them where none has. */
  public Map<String, Histogram> durations() {
    Map<String, Histogram> earlier = before.durations();
    Map<String, Histogram> durations = new TreeMap<>();
    timings.forEach((name, histogram) -> {
      Histogram since = histogram.copy();
      Histogram until = earlier.get(name);
      if (until != null) {
        since.subtract(until);
      }
      durations.put(name, since);
    });
    return durations;
  }
}
