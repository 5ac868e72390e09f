package org.plimsoll.engine.arrival;

/** Evenly spaced arrivals. */
final class ConstantArrivals implements ArrivalProcess {
  @Override
  public double nextGap() {
    return 1;
  }

  @Override
  public double firstGap() {
    return 0.5;
  }
}
