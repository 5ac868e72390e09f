package org.plimsoll.result;

/**
 * A point of a latency-throughput curve.
 *
 * @param load what was asked for: operations a second, or workers
 * @param throughputPerSecond what came of it
 * @param latencyNanos response time; service time of a closed load
 */
public record CurvePoint(double load, double throughputPerSecond, Latency latencyNanos) {}
