package org.plimsoll.engine.load;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.share.OwnIndexes;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.workload.OperationSource;

/**
 * The settings that workers of a closed load read before each operation.
 *
 * @param parameters this generator's part of the parameters
 * @param sources the operations of each lane
 * @param thinks whether workers think between operations
 * @param indexes the indexes of this generator's operations; null if it has all
 */
record Crew(
    Parameters parameters,
    List<OperationSource> sources,
    boolean thinks,
    @Nullable OwnIndexes indexes) {
  Crew(Parameters parameters, List<OperationSource> sources, @Nullable OwnIndexes indexes) {
    this(
        parameters,
        sources,
        !parameters.thinkNanos().equals(Parameters.NO_THINKING),
        indexes == null || indexes.isAll() ? null : indexes);
  }

  /** Whether the lane has a worker with this number. */
  boolean employs(int lane, int number) {
    List<Parameters.Lane> lanes = parameters.lanes();
    return lane < lanes.size() && number < lanes.get(lane).workers();
  }

  /** Returns the index of this generator's operation number {@code count}. */
  long index(long count) {
    return indexes == null ? count : indexes.at(count);
  }
}
