package org.plimsoll.engine.load;

/** Creates the watches of a load, one per slot. */
@FunctionalInterface
public interface OperationWatches {
  /** Creates the watch of a slot, which sends one operation at a time. */
  OperationWatch newWatch();

  /** Whether the watches stamp written rows. If so, rows have space for the stamp. */
  default boolean stamps() {
    return true;
  }
}
