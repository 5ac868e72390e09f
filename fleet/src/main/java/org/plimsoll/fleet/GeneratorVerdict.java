package org.plimsoll.fleet;

import org.jspecify.annotations.Nullable;

/**
 * How a node judges its own part in a run: by the effect of its own disturbances on what it
 * measured itself.
 *
 * @param run the id of the run
 * @param generator the number of the node in the run, from 0
 * @param validity {@code valid}, {@code suspect} or {@code invalid}; null before the measurement
 * @param reason the worst finding; null if there is none
 * @param lagNanos the 99th percentile of its dispatch lag; null when no operation had one
 */
public record GeneratorVerdict(
    String run,
    int generator,
    @Nullable String validity,
    @Nullable String reason,
    @Nullable Long lagNanos) {}
