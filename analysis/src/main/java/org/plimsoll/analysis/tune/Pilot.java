package org.plimsoll.analysis.tune;

/**
 * Controls the load of a measurement step by step, from the results of previous steps. Each
 * generator of a run has a pilot, and one of them is in control. The others receive each trial, so
 * that another pilot can continue when the generator in control is lost.
 */
public interface Pilot {
  /** Takes control at the start of the measurement, or after the trials received so far. */
  void begin(Rig rig);

  /** Receives an ended trial of this pilot or of another one. */
  default void tried(Rig rig, Trial trial) {}

  /** Returns the maximum number of operations in flight at any load. */
  default int inFlightMax() {
    return Integer.MAX_VALUE;
  }

  /** Returns whether the search has ended. */
  default boolean hasEnded() {
    return false;
  }
}
