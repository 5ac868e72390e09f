package org.plimsoll.fleet.control;

import org.plimsoll.engine.spec.FleetSpec;

/**
 * The nodes of a run, and its reaction to failures of nodes.
 *
 * @param fillRows positions to fill before the start; 0 for none
 * @param fillRangeRows number of positions in one grant
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
