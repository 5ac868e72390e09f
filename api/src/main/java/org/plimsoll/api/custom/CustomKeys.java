package org.plimsoll.api.custom;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A distribution of keys that users bring, named {@code custom(name, argument, …)}. It is found by
 * {@link java.util.ServiceLoader} in the jars of the folder {@code name} beside those of drivers.
 *
 * <pre>{@code
 * public final class EvenKeys implements CustomKeys {
 *   public Keys over(long keys, List<String> arguments) {
 *     long even = (keys + 1) / 2;
 *     return (random, index, atNanos) -> 2 * random.nextLong(even);
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface CustomKeys {
  /**
   * Makes the distribution. Called before the load, and again when the workload changes.
   *
   * @param keys number of keys, at least 1
   * @param arguments what stands behind the name, as text
   * @throws IllegalArgumentException one sentence with what is wrong and what is allowed
   */
  Keys over(long keys, List<String> arguments);

  /** Draws keys. Shared by threads. */
  @FunctionalInterface
  interface Keys {
    /**
     * The position of a key, from 0 to the number of keys, exclusive. It should hang on its
     * arguments alone, so that a run can be reproduced.
     *
     * @param random numbers of this operation alone
     * @param index counts the operations of the load, from 0; unique, but not always in order
     * @param atNanos when the operation is intended, since the load began
     */
    long next(RandomGenerator random, long index, long atNanos);
  }
}
