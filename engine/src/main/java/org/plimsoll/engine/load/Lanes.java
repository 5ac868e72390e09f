package org.plimsoll.engine.load;

import java.util.List;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.workload.OperationSource;

/**
 * Compiles the operations of each lane, in the order of the lanes. They depend only on the workload
 * and the mixes, so a load keeps them when other parameters change.
 */
@FunctionalInterface
public interface Lanes {
  List<OperationSource> of(Parameters parameters);
}
