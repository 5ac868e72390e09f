package org.plimsoll.engine.load;

/** Creates the watches of a load, one per slot. */
@FunctionalInterface
public interface OperationWatches {
  /** Creates the watch of a slot, which sends one operation at a time. */
  OperationWatch newWatch();
}
