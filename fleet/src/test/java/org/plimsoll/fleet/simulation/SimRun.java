package org.plimsoll.fleet.simulation;

import org.plimsoll.fleet.control.RunPolicy;

/** The run of a simulation. */
record SimRun(double rate, long durationNanos, long prepareNanos, long rowNanos, RunPolicy policy) {
  static final String ID = "run";
}
