package org.plimsoll.fleet.simulation;

import org.plimsoll.fleet.control.RunPolicy;

/**
 * The run of a simulation.
 *
 * @param iterations each generator begins the next one when the operations of the last are over
 */
record SimRun(
    double rate,
    long durationNanos,
    long prepareNanos,
    long rowNanos,
    int iterations,
    RunPolicy policy) {
  static final String ID = "run";
}
