package org.plimsoll.engine.arrival;

/**
 * A generator of gaps between arrivals at rate 1, as multiples of the mean gap. The rate of the
 * load scales them, so a live change of the rate keeps the process.
 */
public interface ArrivalProcess {
  /** Draws the next gap, ≥ 0, with mean 1. */
  double nextGap();

  /**
   * The gap before the first arrival. Evenly spaced arrivals start with half a gap, so that n whole
   * gaps contain n arrivals.
   */
  default double firstGap() {
    return nextGap();
  }
}
