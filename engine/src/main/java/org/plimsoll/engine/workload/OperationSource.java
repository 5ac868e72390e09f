package org.plimsoll.engine.workload;

import org.plimsoll.api.OperationType;

/** A source of operations by index, such as a mix or a fill. Thread-safe. */
public interface OperationSource {
  /**
   * Returns the type of operation {@code index}, without preparing it. So an operation that is
   * never sent uses no key.
   *
   * @param scratch generator for temporary use; its state is overwritten
   */
  OperationType type(OperationRandom scratch, long index);

  /**
   * Whether a simulated client cache answers operation {@code index}. Such an operation is counted
   * and not sent.
   *
   * @param scratch generator for temporary use; its state is overwritten
   */
  default boolean isClientCached(OperationRandom scratch, long index) {
    return false;
  }

  /**
   * Whether operations of a type take new keys. If such an operation were prepared and not sent,
   * its key would be missing permanently.
   */
  default boolean inserts(OperationType type) {
    return type.insert();
  }

  /** Whether operations also depend on their time. */
  default boolean followsTime() {
    return false;
  }

  /**
   * Prepares operation {@code index}. Returns false if there is no such operation.
   *
   * @param atNanos intended start of the operation (in a closed load: actual start), relative to
   *     the start of the load
   */
  boolean prepare(OperationBuffer into, long index, long atNanos);

  /** Prepares operation {@code index} of a source whose operations do not depend on time. */
  default boolean prepare(OperationBuffer into, long index) {
    return prepare(into, index, 0);
  }
}
