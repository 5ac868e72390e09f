package org.plimsoll.analysis.tune;

/** Controls the load of a measurement step by step, from the results of previous steps. */
public interface Pilot {
  /** Called at the start of the measurement. */
  void begin(Rig rig);

  /** The maximum number of operations in flight at any load. */
  default int inFlightMax() {
    return Integer.MAX_VALUE;
  }
}
