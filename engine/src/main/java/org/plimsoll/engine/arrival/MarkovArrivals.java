package org.plimsoll.engine.arrival;

import java.util.random.RandomGenerator;
import org.plimsoll.engine.spec.ArrivalSpec;

/**
 * Bursts: a Poisson process whose rate is modulated by a Markov chain of two states, MMPP-2
 * (Fischer and Meier-Hellstern: The Markov-modulated Poisson process cookbook, 1993).
 *
 * <p>Stays in a state are exponential in unit-rate time, so that they are so many arrivals rather
 * than seconds, and the process is the same at any rate. With a stay's mean number of arrivals n₁
 * in the calm and n₂ in a burst, and rates r and qr, stays last n₁/r and n₂/(qr) on average. Of
 * mean rate 1 it is when they last as long as they have arrivals, n₁/r + n₂/(qr) = n₁ + n₂, that is
 * with r = (n₁ + n₂/q) / (n₁ + n₂).
 *
 * <p>It begins in a state drawn by their shares of time. What is left of a stay or of a gap when
 * the other ends is again exponential, and drawn anew.
 */
final class MarkovArrivals implements ArrivalProcess {
  private final RandomGenerator random;
  private final double[] rates;
  private final double[] meanStays;
  private int state;
  private double stay;

  MarkovArrivals(RandomGenerator random, ArrivalSpec.Markov spec) {
    this.random = random;
    double rate = (spec.calm() + spec.burst() / spec.ratio()) / (spec.calm() + spec.burst());
    this.rates = new double[] {rate, rate * spec.ratio()};
    this.meanStays = new double[] {spec.calm() / rates[0], spec.burst() / rates[1]};
    this.state = random.nextDouble() * (meanStays[0] + meanStays[1]) < meanStays[0] ? 0 : 1;
    this.stay = meanStays[state] * random.nextExponential();
  }

  @Override
  public double nextGap() {
    double passed = 0;
    double gap = random.nextExponential() / rates[state];
    while (gap > stay) {
      passed += stay;
      state = 1 - state;
      stay = meanStays[state] * random.nextExponential();
      gap = random.nextExponential() / rates[state];
    }
    stay -= gap;
    return passed + gap;
  }
}
