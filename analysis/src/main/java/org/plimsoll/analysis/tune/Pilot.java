package org.plimsoll.analysis.tune;

/**
 * Controls the load of a measurement step by step, from the results of previous steps. Each
 * generator of a run has a pilot, and one of them is in control. The others hear of each trial, so
 * that another one continues when the generator of the first is lost.
 */
public interface Pilot {
  /** Takes control: at the start of the measurement, or after the trials that were told before. */
  void begin(Rig rig);

  /** A trial has ended, of this pilot or of another one. */
  default void tried(Rig rig, Trial trial) {}

  /** The maximum number of operations in flight at any load. */
  default int inFlightMax() {
    return Integer.MAX_VALUE;
  }

  /** Whether nothing remains to be tried. */
  default boolean hasEnded() {
    return false;
  }
}
