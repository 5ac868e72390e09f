package org.plimsoll.engine.arrival;

import java.util.random.RandomGenerator;

/**
 * A Poisson process: gaps are independent and exponential, so it is memoryless. The JDK draws them
 * by the modified ziggurat method (McFarland 2016).
 */
final class PoissonArrivals implements ArrivalProcess {
  private final RandomGenerator random;

  PoissonArrivals(RandomGenerator random) {
    this.random = random;
  }

  @Override
  public double nextGap() {
    return random.nextExponential();
  }
}
