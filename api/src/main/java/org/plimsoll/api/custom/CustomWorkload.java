package org.plimsoll.api.custom;

import java.util.List;
import java.util.random.RandomGenerator;
import org.plimsoll.api.OperationType;

/**
 * A user's own workload, named {@code custom(name, argument, …)}. It selects the type and the key
 * of each operation. The settings of the run define everything that it does not select. It is found
 * in the same way as {@link CustomKeys}.
 *
 * <pre>{@code
 * public final class Halves implements CustomWorkload {
 *   public Operations over(long keys, long seed, List<String> arguments) {
 *     return new Operations() {
 *       public List<OperationType> types() {
 *         return List.of(OperationType.READ, OperationType.UPDATE);
 *       }
 *
 *       public OperationType type(RandomGenerator random, long index) {
 *         return random.nextBoolean() ? OperationType.READ : OperationType.UPDATE;
 *       }
 *     };
 *   }
 * }
 * }</pre>
 */
@FunctionalInterface
public interface CustomWorkload {
  /**
   * Creates the workload. Called before the load, and again when the workload changes.
   *
   * @param keys number of keys, at least 1
   * @param seed of this load, for what several operations have in common
   * @param arguments the texts after the name in the parentheses
   * @throws IllegalArgumentException with one sentence: what is wrong and what is allowed
   */
  Operations over(long keys, long seed, List<String> arguments);

  /**
   * Operations by their index in the load, from 0. Indexes are unique, but not always in order, and
   * some are never prepared. A run is reproducible if an operation depends on the arguments alone.
   * Thread-safe.
   */
  interface Operations {
    /** The types that it may choose; the driver must support each. */
    List<OperationType> types();

    /**
     * Returns the type of an operation, one of {@link #types}. May be called more than once.
     *
     * @param random random numbers of this operation
     */
    OperationType type(RandomGenerator random, long index);

    /**
     * Chooses the key and the sizes of an operation of that type; nothing by default.
     *
     * @param draft takes the choices; invalid after the call
     * @param random continues after the numbers that {@link #type} drew
     * @param atNanos intended start of the operation, relative to the start of the load
     */
    default void prepare(Draft draft, RandomGenerator random, long index, long atNanos) {}
  }

  /**
   * The choices for one operation. What is not set follows the settings. A value out of bounds ends
   * the run.
   */
  interface Draft {
    OperationType type();

    /** Sets the position of the key, from 0 to below the number of keys; not for inserts. */
    default void key(long position) {
      key(0, position);
    }

    /** Sets the position of the key of an item of a bulk. */
    void key(int item, long position);

    /** Sets the items of a bulk, from 1 to {@code bulk-size}. */
    void items(int count);

    /** Sets the fields of each written row, from 1 to the maximum of {@code fields}. */
    void fields(int count);

    /** Sets the bytes of each written field, at most 1 GiB a row. */
    void valueBytes(int bytes);

    /** Sets the rows of a scan, at least 1. */
    void scanLength(int rows);
  }
}
