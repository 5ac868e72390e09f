package org.plimsoll.api.custom;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A user's own key distribution, configured as {@code custom(name, argument, …)}. {@link
 * java.util.ServiceLoader} finds it in the jars of the folder {@code name}, next to the folders of
 * drivers.
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
   * Creates the distribution. Called before the load, and again when the workload changes.
   *
   * @param keys number of keys, at least 1
   * @param arguments the texts after the name in the parentheses
   * @throws IllegalArgumentException if an argument is not allowed; the message is one sentence
   *     with what is wrong and what is allowed
   */
  Keys over(long keys, List<String> arguments);

  /** Draws keys. Thread-safe. */
  @FunctionalInterface
  interface Keys {
    /**
     * Returns the position of a key, from 0 to below the number of keys. A run is reproducible if
     * the position depends on the arguments alone.
     *
     * @param random random numbers of this operation
     * @param index index of the operation in the load, from 0; unique, but not always in order
     * @param atNanos intended start of the operation, relative to the start of the load
     */
    long next(RandomGenerator random, long index, long atNanos);
  }
}
