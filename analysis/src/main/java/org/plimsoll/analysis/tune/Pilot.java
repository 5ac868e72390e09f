package org.plimsoll.analysis.tune;

/** Decides what load a run's measure phase has, step by step, from what the steps before showed. */
public interface Pilot {
  /** The measure phase begins. */
  void begin(Rig rig);

  /** Operations that may be in flight at most, whatever the load is. */
  default int inFlightMax() {
    return Integer.MAX_VALUE;
  }
}
