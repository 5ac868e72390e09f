package org.plimsoll.engine.measure;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.DriverContext;

/** Counters and timings defined by drivers. Thread-safe. */
public final class DriverMeters {
  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
  private final Map<String, ConcurrentHistogram> timings = new ConcurrentHashMap<>();

  private volatile Before before = new Before(Map.of(), Map.of());

  /** The values before the measurement. */
  private record Before(Map<String, Long> counts, Map<String, Histogram> durations) {}

  /** Starts the measurement, which excludes what the driver recorded during fill and warm-up. */
  public void begin() {
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((name, adder) -> counts.put(name, adder.sum()));
    Map<String, Histogram> durations = new TreeMap<>();
    timings.forEach((name, histogram) -> durations.put(name, histogram.copy()));
    before = new Before(counts, durations);
  }

  /** The counter of that name, shared by all callers. */
  public DriverContext.Counter counter(String name) {
    LongAdder adder = counters.computeIfAbsent(name, n -> new LongAdder());
    return adder::add;
  }

  /** The timing of that name, shared by all callers. */
  public DriverContext.Timing timing(String name) {
    ConcurrentHistogram histogram = timings.computeIfAbsent(name, n -> new ConcurrentHistogram(3));
    return nanos -> histogram.recordValue(Math.max(0, nanos));
  }

  /** Counts since the start of the measurement, or of the run if there is no measurement. */
  public Map<String, Long> counts() {
    Map<String, Long> earlier = before.counts();
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach(
        (name, adder) -> counts.put(name, adder.sum() - earlier.getOrDefault(name, 0L)));
    return counts;
  }

  /**
   * Durations in nanoseconds since the start of the measurement, or of the run if there is no
   * measurement.
   */
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
