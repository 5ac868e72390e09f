package org.plimsoll.result;

/**
 * A point of a latency-throughput curve.
 *
 * @param load target load: operations per second, or workers
 * @param throughputPerSecond measured throughput
 * @param latencyNanos response time; service time of a closed load
 */
public record CurvePoint(double load, double throughputPerSecond, Latency latencyNanos) {}
