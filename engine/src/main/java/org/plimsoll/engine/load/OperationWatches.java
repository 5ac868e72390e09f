package org.plimsoll.engine.load;

/** Makes the watches of one load: one for each slot. */
@FunctionalInterface
public interface OperationWatches {
  /** A watch for a slot, which sends one operation at a time. */
  OperationWatch newWatch();
}
