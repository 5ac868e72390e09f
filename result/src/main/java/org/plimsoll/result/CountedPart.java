package org.plimsoll.result;

import java.util.Map;
import java.util.TreeMap;

/**
 * The driver's counts in a part of a measurement. A part starts with the measurement or with a
 * change. Times are since the start of the run.
 *
 * @param change the change as text; empty for the first part
 * @param lengthNanos total length of the counted seconds; the second in which a change takes effect
 *     is not counted
 * @param counters counts by name
 */
public record CountedPart(
    long fromNanos, long toNanos, String change, long lengthNanos, Map<String, Long> counters) {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Formats the counts per second, and the ratios, by name. */
  public Map<String, String> texts() {
    Map<String, String> texts = new TreeMap<>(DriverCounts.texts(counters));
    double seconds = Math.max(1, lengthNanos) / NANOS_PER_SECOND;
    counters.forEach((name, count) -> texts.put(name, Figures.rate(count / seconds)));
    return texts;
  }
}
