package org.plimsoll.api.custom;

import java.util.List;
import java.util.random.RandomGenerator;
import org.plimsoll.api.OperationType;

/**
 * A user's own workload, configured as {@code custom(name, argument, …)}. It selects the type and
 * the key of each operation. The settings of the run define everything else. It is found in the
 * same way as {@link CustomKeys}.
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
   * @param seed seed of this load, for values that several operations share
   * @param arguments the texts after the name in the parentheses
   * @throws IllegalArgumentException if an argument is not allowed; the message is one sentence
   *     with what is wrong and what is allowed
   */
  Operations over(long keys, long seed, List<String> arguments);

  /**
   * The operations of a load by their index, from 0. Indexes are unique, but not always in order,
   * and some are skipped. A run is reproducible if an operation depends on the arguments alone.
   * Thread-safe.
   */
  interface Operations {
    /** Returns the types that the workload may choose. The driver must support each of them. */
    List<OperationType> types();

    /**
     * Returns the type of an operation, one of {@link #types}. May be called more than once.
     *
     * @param random random numbers of this operation
     */
    OperationType type(RandomGenerator random, long index);

    /**
     * Chooses the key and the sizes of an operation. By default, the settings determine them.
     *
     * @param draft receives the choices; invalid after the call
     * @param random random numbers of this operation, after those that {@link #type} drew
     * @param atNanos intended start of the operation, relative to the start of the load
     */
    default void prepare(Draft draft, RandomGenerator random, long index, long atNanos) {}
  }

  /**
   * The choices for one operation. The settings determine all values that are not set. A value out
   * of bounds ends the run.
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
