package org.plimsoll.analysis.verdict;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.plimsoll.result.SeriesFigures;

/**
 * Collects telemetry figures of a measurement. The growth of a counter is its rate times the time
 * since the previous reading, rounded to a whole number. Thread-safe.
 */
public final class SeriesWatch {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Map<String, Series> series = new LinkedHashMap<>();
  private long begunNanos;

  private static final class Series {
    long count;
    double sum;
    double min = Double.POSITIVE_INFINITY;
    double max = Double.NEGATIVE_INFINITY;
    double last;
    double increase;
    long readNanos;
  }

  /** Starts a measurement. Earlier readings do not count. */
  public synchronized void begin(long nowNanos) {
    begunNanos = nowNanos;
    series.clear();
  }

  /**
   * Starts a part of a measurement. Earlier readings of levels remain valid; earlier rates of
   * counters do not.
   */
  public synchronized void restart(long nowNanos) {
    begunNanos = nowNanos;
    series.forEach((name, its) -> {
      boolean isRate = SeriesFigures.isRate(name);
      its.count = isRate ? 0 : 1;
      its.sum = isRate ? 0 : its.last;
      its.min = isRate ? Double.POSITIVE_INFINITY : its.last;
      its.max = isRate ? Double.NEGATIVE_INFINITY : its.last;
      its.increase = 0;
    });
  }

  /** Adds the values that were read since the last call. */
  public synchronized void add(long nowNanos, Map<String, Double> values) {
    values.forEach((name, value) -> {
      Series its = series.computeIfAbsent(name, _ -> new Series());
      long since = its.count == 0 ? begunNanos : its.readNanos;
      its.count++;
      its.sum += value;
      its.min = Math.min(its.min, value);
      its.max = Math.max(its.max, value);
      its.last = value;
      its.increase += value * Math.max(0, nowNanos - since) / NANOS_PER_SECOND;
      its.readNanos = nowNanos;
    });
  }

  /** Returns the figures of each series so far, by name. */
  public synchronized Map<String, SeriesFigures> figures() {
    Map<String, SeriesFigures> figures = new TreeMap<>();
    series.forEach((name, its) -> {
      if (its.count > 0) {
        Double increase =
            SeriesFigures.isRate(name) ? (Double) (double) Math.round(its.increase) : null;
        figures.put(
            name,
            new SeriesFigures(
                its.count, its.min, its.sum / its.count, its.max, its.last, increase));
      }
    });
    return figures;
  }
}
