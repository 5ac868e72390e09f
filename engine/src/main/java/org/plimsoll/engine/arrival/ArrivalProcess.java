package org.plimsoll.engine.arrival;

/**
 * The gaps between arrivals of a process of rate 1, as multiples of the mean gap. A load's rate
 * scales them, so a live change of the rate needs no other process.
 */
public interface ArrivalProcess {
  /** The next gap, ≥ 0, of mean 1. */
  double nextGap();

  /**
   * The gap before the first arrival. Evenly spaced arrivals begin with half of one, so that each
   * whole number of gaps holds as many arrivals.
   */
  default double firstGap() {
    return nextGap();
  }
}
