package org.plimsoll.engine.arrival;

import java.util.random.RandomGenerator;
import org.plimsoll.engine.spec.ArrivalSpec;

/**
 * Bursts: a Poisson process whose rate is modulated by a Markov chain of two states, MMPP-2
 * (Fischer and Meier-Hellstern: The Markov-modulated Poisson process cookbook, 1993).
 *
 * <p>The time in a state is exponential in unit-rate time. It is thus a number of arrivals rather
 * than seconds, and the process is the same at any rate. Let n₁ and n₂ be the mean numbers of
 * arrivals in the calm and in a burst, with rates r and qr. Then stays last n₁/r and n₂/(qr) on
 * average. The mean rate is 1 if n₁/r + n₂/(qr) = n₁ + n₂, that is r = (n₁ + n₂/q) / (n₁ + n₂).
 *
 * <p>The first state is drawn with the states' shares of time. When a stay or a gap ends, the rest
 * of the other remains exponential, and is drawn again.
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
