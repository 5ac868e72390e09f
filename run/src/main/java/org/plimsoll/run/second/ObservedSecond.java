package org.plimsoll.run.second;

import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * What was counted and read beside the operations in a second.
 *
 * @param counts what the driver counted, by name
 * @param durations what the driver timed in nanoseconds, by name
 * @param telemetry the target's own numbers, by the text of their id
 * @param hasMoreCounters whether the driver has more counters or timings than are kept
 * @param hasMoreSeries whether the telemetry has more series than are kept
 */
public record ObservedSecond(
    Map<String, Long> counts,
    Map<String, Histogram> durations,
    Map<String, Double> telemetry,
    boolean hasMoreCounters,
    boolean hasMoreSeries) {}
