package org.plimsoll.fleet.control;

import org.plimsoll.engine.spec.FleetSpec;

/**
 * The nodes of a run, and its reaction to failures of nodes.
 *
 * @param fillRows number of positions to fill before the start; 0 = none
 * @param fillRangeRows number of positions in one grant
 */
public record RunPolicy(FleetSpec fleet, long fillRows, long fillRangeRows) {
  /** Maximum number of entries of a journal with which a parameter can still change. */
  public static final int CHANGES_MAX = 200_000;

  /** Checks the size of a grant. */
  public RunPolicy {
    if (fillRangeRows < 1) {
      throw new IllegalArgumentException(
          "`fillRangeRows` must be at least 1, got `" + fillRangeRows + "`");
    }
  }
}
