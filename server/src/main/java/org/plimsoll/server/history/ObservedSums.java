package org.plimsoll.server.history;

import java.util.LinkedHashMap;
import java.util.Map;
import org.plimsoll.result.Interval;
import org.plimsoll.result.SeriesId;

/**
 * Accumulates the driver's counters and the telemetry of a cell. Counts are added. Readings of a
 * series become their mean, and percentiles the highest.
 */
final class ObservedSums {
  /**
   * The prefix of telemetry in the names of {@link #values}; {@link #COUNTER} is the prefix of
   * counters.
   */
  static final String TELEMETRY = "telemetry/";

  static final String COUNTER = "counter/";

  private final Map<String, Long> counts = new LinkedHashMap<>();
  private final Map<String, Readings> readings = new LinkedHashMap<>();

  private record Readings(boolean isPercentile, double sum, double highest, int count) {
    Readings plus(Readings other) {
      return new Readings(
          isPercentile, sum + other.sum, Math.max(highest, other.highest), count + other.count);
    }

    double value() {
      return isPercentile ? highest : sum / count;
    }
  }

  void add(Interval interval) {
    interval.counters().forEach((name, count) -> counts.merge(name, count, Long::sum));
    interval
        .telemetry()
        .forEach((name, value) ->
            readings.merge(
                name, new Readings(SeriesId.isPercentile(name), value, value, 1), Readings::plus));
  }

  void add(ObservedSums other) {
    other.counts.forEach((name, count) -> counts.merge(name, count, Long::sum));
    other.readings.forEach((name, its) -> readings.merge(name, its, Readings::plus));
  }

  /** Returns readings, and counts per second, by prefixed name. */
  Map<String, Double> values(double seconds) {
    Map<String, Double> values = new LinkedHashMap<>();
    readings.forEach((name, its) -> values.put(TELEMETRY + name, its.value()));
    counts.forEach((name, count) -> values.put(COUNTER + name, count / seconds));
    return values;
  }
}
