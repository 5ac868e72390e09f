package org.plimsoll.fleet.control;

import org.plimsoll.engine.spec.FleetSpec;

/**
 * What a run does when nodes fail, and where it runs.
 *
 * @param fillRows positions to fill before the start; 0 for none
 * @param fillRangeRows positions in one grant
 */
public record RunPolicy(FleetSpec fleet, long fillRows, long fillRangeRows) {
  /** Checks the size of a grant. */
  public RunPolicy {
    if (fillRangeRows < 1) {
      throw new IllegalArgumentException(
          "`fillRangeRows` must be at least 1, got `" + fillRangeRows + "`");
    }
  }
}
