package org.plimsoll.result;

import org.jspecify.annotations.Nullable;

/**
 * The variation of a figure between iterations.
 *
 * @param count number of iterations with the figure
 * @param coefficientOfVariation sample standard deviation divided by the mean; null if there are
 *     fewer than two iterations
 */
public record Spread(
    int count, double min, double median, double max, @Nullable Double coefficientOfVariation) {}
