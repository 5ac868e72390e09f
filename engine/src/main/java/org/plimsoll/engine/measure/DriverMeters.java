package org.plimsoll.engine.measure;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.plimsoll.api.DriverContext;
import org.plimsoll.result.Phase;

/** Counters and timings defined by drivers, in a bounded number. Thread-safe. */
public final class DriverMeters {
  /** Maximum number of counters, and of timings; a driver may build their names. */
  static final int NAMES_MAX = 64;

  /** The name of all counters, or timings, beyond the maximum. */
  static final String OTHER = "other";

  private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();
  private final Map<String, ConcurrentHistogram> timings = new ConcurrentHashMap<>();

  /** Counts until the last interval, and those of each phase. Guarded by this. */
  private final Map<String, Long> taken = new TreeMap<>();

  private final Map<Phase, Map<String, Long>> byPhase = new EnumMap<>(Phase.class);
  private volatile boolean cut;

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
    LongAdder adder = counters.computeIfAbsent(bounded(counters, name), _ -> new LongAdder());
    return adder::add;
  }

  /** The timing of that name, shared by all callers. */
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

  /** Whether counters or timings share a name, since there were too many. */
  public boolean isCut() {
    return cut;
  }

  /**
   * Takes what was counted since the last call, and adds it to the counts of a phase.
   *
   * @return counts by name, without counters that did not change
   */
  public synchronized Map<String, Long> take(Phase phase) {
    Map<String, Long> changed = new TreeMap<>();
    counters.forEach((name, adder) -> {
      long now = adder.sum();
      long more = now - taken.getOrDefault(name, 0L);
      if (more != 0) {
        taken.put(name, now);
        changed.put(name, more);
        byPhase.computeIfAbsent(phase, _ -> new TreeMap<>()).merge(name, more, Long::sum);
      }
    });
    return changed;
  }

  /** What was {@linkplain #take taken} in each phase, by name. */
  public synchronized Map<Phase, Map<String, Long>> countsByPhase() {
    Map<Phase, Map<String, Long>> copy = new EnumMap<>(Phase.class);
    byPhase.forEach((phase, counts) -> copy.put(phase, new TreeMap<>(counts)));
    return copy;
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
