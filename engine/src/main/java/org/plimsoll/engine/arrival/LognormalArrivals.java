package org.plimsoll.engine.arrival;

import java.util.random.RandomGenerator;

/**
 * Lognormal gaps: e^(μ + σZ) with Z standard normal. Its mean is e^(μ + σ²/2), which μ = −σ²/2
 * makes 1.
 */
final class LognormalArrivals implements ArrivalProcess {
  private final RandomGenerator random;
  private final double mu;
  private final double sigma;

  LognormalArrivals(RandomGenerator random, double sigma) {
    this.random = random;
    this.mu = -sigma * sigma / 2;
    this.sigma = sigma;
  }

  @Override
  public double nextGap() {
    return Math.exp(mu + sigma * random.nextGaussian());
  }
}
