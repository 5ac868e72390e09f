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

  /** Prepares operation {@code index}; false when there is none. */
  boolean prepare(OperationBuffer into, long index);
}
