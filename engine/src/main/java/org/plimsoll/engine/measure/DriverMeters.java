package org.plimsoll.engine.measure;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.DriverContext;

/** A bounded number of counters and timings that drivers define. Thread-safe. */
public final class DriverMeters {
  /** Maximum number of counters, and of timings; a driver may build their names. */
  static final int NAMES_MAX = 64;

  /** The name of all counters, or timings, beyond the maximum. */
  static final String OTHER = "other";

  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
  private final Map<String, ConcurrentHistogram> timings = new ConcurrentHashMap<>();

  /** The counts that were {@linkplain #take taken} so far. Guarded by this. */
  private final Map<String, Long> takenCounts = new TreeMap<>();

  private final Map<String, Histogram> takenDurations = new TreeMap<>();
  private volatile boolean cut;

  /**
   * The counts and timings of a period.
   *
   * @param counts counts by name, without counters that did not change, unless they are new
   * @param durations durations in nanoseconds by name, without timings that recorded nothing,
   *     unless they are new
   * @param isCut whether some counters or timings share a name because there were too many
   */
  public record Taken(Map<String, Long> counts, Map<String, Histogram> durations, boolean isCut) {}

  /** Returns the counter of that name, shared by all callers. */
  public DriverContext.Counter counter(String name) {
    LongAdder adder = counters.computeIfAbsent(bounded(counters, name), _ -> new LongAdder());
    return adder::add;
  }

  /** Returns the timing of that name, shared by all callers. */
  public DriverContext.Timing timing(String name) {
    ConcurrentHistogram histogram =
        timings.computeIfAbsent(bounded(timings, name), _ -> new ConcurrentHistogram(3));
    return nanos -> histogram.recordValue(Math.max(0, nanos));
  }

  private String bounded(Map<String, ?> known, String name) {
    if (known.containsKey(name) || known.size() < NAMES_MAX) {
      return name;
    }
    cut = true;
    return OTHER;
  }

  /** Returns the names of the counters so far. */
  public Set<String> counters() {
    return new TreeSet<>(counters.keySet());
  }

  /** Returns the names of the timings so far. */
  public Set<String> timings() {
    return new TreeSet<>(timings.keySet());
  }

  /** Takes the counts and timings since the last call. */
  public synchronized Taken take() {
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((name, adder) -> {
      long now = adder.sum();
      Long before = takenCounts.put(name, now);
      if (before == null || before != now) {
        counts.put(name, now - (before == null ? 0 : before));
      }
    });
    Map<String, Histogram> durations = new TreeMap<>();
    timings.forEach((name, timing) -> {
      Histogram before = takenDurations.get(name);
      if (before == null || before.getTotalCount() != timing.getTotalCount()) {
        Histogram now = timing.copy();
        takenDurations.put(name, now);
        Histogram more = new Histogram(3);
        more.add(now);
        if (before != null) {
          more.subtract(before);
        }
        durations.put(name, more);
      }
    });
    return new Taken(counts, durations, cut);
  }
}
