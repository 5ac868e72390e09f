package org.plimsoll.engine.load;

import org.plimsoll.engine.workload.OperationBuffer;

/** Operations by index: those of a mix, or the inserts of a fill. */
@FunctionalInterface
public interface OperationSource {
  /** Prepares operation {@code index}; false when there is none. */
  boolean prepare(OperationBuffer into, long index);
}
