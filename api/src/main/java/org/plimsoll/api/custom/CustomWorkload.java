package org.plimsoll.api.custom;

import java.util.List;
import java.util.random.RandomGenerator;
import org.plimsoll.api.OperationType;

/**
 * A whole workload that users bring, named {@code custom(name, argument, …)}: it says of each
 * operation what it is, and of which key. What it leaves open follows the settings of the run. It
 * is found as {@link CustomKeys} are.
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
   * Makes the workload. Called before the load, and again when the workload changes.
   *
   * @param keys number of keys, at least 1
   * @param seed a number of this load alone, for what several operations have in common
   * @param arguments what stands behind the name, as text
   * @throws IllegalArgumentException one sentence with what is wrong and what is allowed
   */
  Operations over(long keys, long seed, List<String> arguments);

  /**
   * Operations by their index, which counts those of the load from 0; unique, but not always in
   * order, and some are never prepared. What an operation is should hang on the arguments alone, so
   * that a run can be reproduced. Shared by threads.
   */
  interface Operations {
    /** The operations that it may ask for; the driver must know each. */
    List<OperationType> types();

    /**
     * The type of an operation, one of {@link #types}. It may be asked for more than once.
     *
     * @param random numbers of this operation alone
     */
    OperationType type(RandomGenerator random, long index);

    /**
     * Says what else is known of an operation of that type; nothing by default.
     *
     * @param draft forgotten afterwards
     * @param random goes on behind what {@link #type} drew
     * @param atNanos when the operation is intended, since the load began
     */
    default void prepare(Draft draft, RandomGenerator random, long index, long atNanos) {}
  }

  /**
   * An operation to be. What is not said follows the settings; values out of bounds end the run.
   */
  interface Draft {
    OperationType type();

    /** The position of the key, from 0 to the number of keys, exclusive. Inserts take new keys. */
    default void key(long position) {
      key(0, position);
    }

    /** The position of the key of an item. */
    void key(int item, long position);

    /** Items of a bulk, from 1 to the {@code bulk-size}. */
    void items(int count);

    /** Fields of each row that is written, from 1 to the most that {@code fields} allows. */
    void fields(int count);

    /** Size of each field that is written, at most 1 GiB a row. */
    void valueBytes(int bytes);

    /** Rows that a scan asks for, at least 1. */
    void scanLength(int rows);
  }
}
