package org.plimsoll.run;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.CountsInTime;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.run.second.ObservedSecond;
import org.plimsoll.run.second.SecondSum;

/**
 * Collects observations other than operations: counts and timings of drivers, and whether any were
 * dropped. Guarded by the {@link RunReporter}.
 */
final class Observations {
  private final ChangeCounts changes;
  private final Map<String, Long> counts = new TreeMap<>();
  private final Map<String, Histogram> durations = new TreeMap<>();
  private final Map<Phase, Map<String, Long>> byPhase = new EnumMap<>(Phase.class);
  private boolean hasMoreCounters;
  private boolean hasMoreSeries;

  /** Creates an instance without observations. */
  Observations(ChangeCounts changes) {
    this.changes = changes;
  }

  /** Starts the measurement. Earlier counts and timings are not counted. */
  void begin() {
    counts.replaceAll((name, count) -> 0L);
    durations.replaceAll((name, times) -> new Histogram(3));
  }

  /**
   * Adds a second.
   *
   * @param isCounted whether the second belongs to the measurement
   */
  void add(ObservedSecond second, boolean isCounted) {
    second.counts().forEach((name, count) -> counts.merge(name, isCounted ? count : 0, Long::sum));
    second
        .durations()
        .forEach((name, times) -> {
          Histogram sum = durations.computeIfAbsent(name, _ -> new Histogram(3));
          if (isCounted) {
            sum.add(times);
          }
        });
    hasMoreCounters |= second.hasMoreCounters();
    hasMoreSeries |= second.hasMoreSeries();
  }

  /** Adds an interval to the counts of its phase. */
  Interval.Observed interval(Phase phase, SecondSum sum) {
    Map<String, Long> its = byPhase.computeIfAbsent(phase, _ -> new TreeMap<>());
    sum.counts().forEach((name, count) -> its.merge(name, count, Long::sum));
    return new Interval.Observed(sum.counts(), sum.telemetry());
  }

  /**
   * Returns the counts since the start of the measurement, or of the run if there is no
   * measurement.
   */
  Map<String, Long> counts() {
    return new TreeMap<>(counts);
  }

  /** Returns the timings in nanoseconds since the same start. */
  Map<String, Histogram> durations() {
    return durations;
  }

  /** Returns the percentiles of the timings, in the form of a summary. */
  Map<String, Latency> timings() {
    Map<String, Latency> timings = new LinkedHashMap<>();
    durations.forEach((name, times) -> timings.put(name, Latencies.of(times)));
    return timings;
  }

  /** Returns the counts by phase and by part of the measurement. */
  CountsInTime countsInTime() {
    Map<Phase, Map<String, Long>> counted = new EnumMap<>(byPhase);
    counted.values().removeIf(Map::isEmpty);
    return new CountsInTime(counted, changes.parts());
  }

  /** Returns the finding that series were dropped to limit memory; empty if none were. */
  Optional<Finding> finding() {
    List<String> sentences = new ArrayList<>();
    if (hasMoreSeries) {
      sentences.add(
          "telemetry has more series than a run records, so the last ones are dropped; "
              + "restrict the names in 'telemetry'");
    }
    if (hasMoreCounters) {
      sentences.add(
          "the driver has more counters than a run records, so the last ones are added "
              + "up under one name");
    }
    return sentences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(FindingCode.SERIES_LEFT_OUT, Severity.INFO, String.join("; ", sentences)));
  }
}
