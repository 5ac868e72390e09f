package org.plimsoll.engine.load;

import java.util.List;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.workload.OperationSource;

/**
 * Compiles the operations of each lane of some parameters, in the same order. They depend on the
 * workload and the mixes alone, so a load keeps them when others change.
 */
@FunctionalInterface
public interface Lanes {
  List<OperationSource> of(Parameters parameters);
}
