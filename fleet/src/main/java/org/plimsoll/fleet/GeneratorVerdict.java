package org.plimsoll.fleet;

import org.jspecify.annotations.Nullable;

/**
 * The validity of a node's measurements in a run. The node itself judges how much its disturbances
 * affect the results.
 *
 * @param run the id of the run
 * @param generator the number of the node in the run, from 0
 * @param validity {@code valid}, {@code suspect} or {@code invalid}; null before the measurement
 * @param reason most severe finding; null if there is none
 * @param lagNanos the 99th percentile of its dispatch lag; null if no operation has a dispatch lag
 */
public record GeneratorVerdict(
    String run,
    int generator,
    @Nullable String validity,
    @Nullable String reason,
    @Nullable Long lagNanos) {}
