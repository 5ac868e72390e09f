package org.plimsoll.engine.arrival;

/**
 * Generates the gaps between arrivals at rate 1, as multiples of the mean gap. The load scales the
 * gaps by its rate, so a live rate change does not restart the process.
 */
public interface ArrivalProcess {
  /** Draws the next gap, ≥ 0, with mean 1. */
  double nextGap();

  /**
   * Returns the gap before the first arrival. Evenly spaced arrivals start with half a gap, so that
   * n whole gaps contain n arrivals.
   */
  default double firstGap() {
    return nextGap();
  }
}
