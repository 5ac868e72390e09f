package org.plimsoll.engine.arrival;

import java.util.random.RandomGenerator;

/** Nearly even arrivals: gaps are independent and uniform on (1 − jitter, 1 + jitter). */
final class JitteredArrivals implements ArrivalProcess {
  private final RandomGenerator random;
  private final double jitter;

  JitteredArrivals(RandomGenerator random, double jitter) {
    this.random = random;
    this.jitter = jitter;
  }

  @Override
  public double nextGap() {
    return 1 + jitter * (2 * random.nextDouble() - 1);
  }

  @Override
  public double firstGap() {
    return nextGap() / 2;
  }
}
