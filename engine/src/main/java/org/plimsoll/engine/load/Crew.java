package org.plimsoll.engine.load;

import java.util.List;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.workload.OperationSource;

/**
 * What the workers of a closed load read before each operation.
 *
 * @param sources the operations of each lane
 * @param thinks whether workers think between operations
 */
record Crew(Parameters parameters, List<OperationSource> sources, boolean thinks) {
  Crew(Parameters parameters, List<OperationSource> sources) {
    this(parameters, sources, !parameters.thinkNanos().equals(Parameters.NO_THINKING));
  }

  /** Whether the lane has a worker with this number. */
  boolean employs(int lane, int number) {
    List<Parameters.Lane> lanes = parameters.lanes();
    return lane < lanes.size() && number < lanes.get(lane).workers();
  }
}
