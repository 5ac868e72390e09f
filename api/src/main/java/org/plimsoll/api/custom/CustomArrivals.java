package org.plimsoll.api.custom;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * An arrival process that users bring, named {@code custom(name, argument, …)}. It is found as
 * {@link CustomKeys} are.
 */
@FunctionalInterface
public interface CustomArrivals {
  /**
   * Makes the process of one schedule.
   *
   * @param arguments what stands behind the name, as text
   * @throws IllegalArgumentException one sentence with what is wrong and what is allowed
   */
  Gaps of(List<String> arguments);

  /** Yields gaps, for one thread. */
  @FunctionalInterface
  interface Gaps {
    /**
     * The time from one arrival to the next, at least 0, in units of the mean gap: their mean is 1,
     * and the schedule maps them to its rate, whatever that is by then.
     */
    double next(RandomGenerator random);
  }
}
