package org.plimsoll.analysis.consistency;

import org.plimsoll.engine.load.OperationWatch;
import org.plimsoll.engine.load.OperationWatches;

/**
 * Makes the watches of one load, whose operations belong to clients of its own.
 *
 * @param first number of the first of its clients
 * @param clients how many of its clients are followed
 */
record ConsistencyWatches(ConsistencyMonitor monitor, int first, int clients) implements OperationWatches {
  @Override
  public OperationWatch newWatch() {
    return monitor.newWatch(first, clients);
  }
}
