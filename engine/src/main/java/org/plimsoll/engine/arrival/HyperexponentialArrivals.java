package org.plimsoll.engine.arrival;

import java.util.random.RandomGenerator;

/**
 * Arrivals whose gaps come from one of two exponential distributions, H2 with balanced means: each
 * contributes half of the time, p/λ₁ = (1−p)/λ₂ = ½, so λ₁ = 2p and λ₂ = 2(1−p). The second moment
 * 2(p/λ₁² + (1−p)/λ₂²) = ½(1/p + 1/(1−p)) must be 1 + c², which gives p = ½(1 + √((c²−1)/(c²+1)))
 * (Morse: Queues, Inventories and Maintenance, 1958; Whitt: Approximating a point process, 1982).
 */
final class HyperexponentialArrivals implements ArrivalProcess {
  private final RandomGenerator random;
  private final double probability;

  HyperexponentialArrivals(RandomGenerator random, double squaredVariation) {
    this.random = random;
    this.probability = (1 + Math.sqrt((squaredVariation - 1) / (squaredVariation + 1))) / 2;
  }

  @Override
  public double nextGap() {
    boolean isShort = random.nextDouble() < probability;
    return random.nextExponential() / (2 * (isShort ? probability : 1 - probability));
  }
}
