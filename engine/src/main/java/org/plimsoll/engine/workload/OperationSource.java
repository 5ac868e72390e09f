package org.plimsoll.engine.workload;

import org.plimsoll.api.OperationType;

/** Operations by index: those of a mix, or the inserts of a fill. Shared by threads. */
public interface OperationSource {
  /**
   * What operation {@code index} is, without preparing it: one that is never sent uses no key.
   *
   * @param scratch overwritten
   */
  OperationType type(OperationRandom scratch, long index);

  /**
   * Whether the tool itself answers operation {@code index}, as a cache in front of the target
   * would. Such a one is counted, and not sent.
   *
   * @param scratch overwritten
   */
  default boolean isClientCached(OperationRandom scratch, long index) {
    return false;
  }

  /**
   * Whether operations of a type take new keys. Such a key would be missing for ever were the
   * operation prepared and not sent.
   */
  default boolean inserts(OperationType type) {
    return type == OperationType.INSERT;
  }

  /** Whether an operation hangs on its time, too. */
  default boolean followsTime() {
    return false;
  }

  /**
   * Prepares operation {@code index}; false when there is none.
   *
   * @param atNanos when it is intended (in a closed load, when it starts), since the load began
   */
  boolean prepare(OperationBuffer into, long index, long atNanos);

  /** Prepares operation {@code index} of a source that does not follow time. */
  default boolean prepare(OperationBuffer into, long index) {
    return prepare(into, index, 0);
  }
}
