package org.plimsoll.run.second;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Counts and metrics of a second other than operations.
 *
 * @param counts counts of the driver by name
 * @param durations timings of the driver in nanoseconds by name
 * @param telemetry metrics of the target by the text of their series
 * @param hasMoreCounters whether counters or timings above the limit were dropped
 * @param hasMoreSeries whether series above the limit were dropped
 */
public record ObservedSecond(
    Map<String, Long> counts,
    Map<String, Histogram> durations,
    Map<String, Double> telemetry,
    boolean hasMoreCounters,
    boolean hasMoreSeries) {}
