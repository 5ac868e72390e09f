package org.plimsoll.api.custom;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A user's own arrival process, configured as {@code custom(name, argument, …)}. It is found in the
 * same way as {@link CustomKeys}.
 */
@FunctionalInterface
public interface CustomArrivals {
  /**
   * Creates the process of one schedule.
   *
   * @param arguments the texts after the name in the parentheses
   * @throws IllegalArgumentException if an argument is not allowed; the message is one sentence
   *     with what is wrong and what is allowed
   */
  Gaps of(List<String> arguments);

  /** Draws the gaps between arrivals. A single thread uses it. */
  @FunctionalInterface
  interface Gaps {
    /**
     * Returns the gap between two arrivals, at least 0, in units of the mean gap. The mean of all
     * gaps is 1. The schedule scales them to its current rate.
     */
    double next(RandomGenerator random);
  }
}
