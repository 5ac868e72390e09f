package org.plimsoll.engine.arrival;

import java.util.random.RandomGenerator;
import org.plimsoll.engine.spec.ArrivalSpec;

/**
 * The gaps between arrivals of a process of rate 1, as multiples of the mean gap. A load's rate
 * scales them, so a live change of the rate needs no other process.
 */
@FunctionalInterface
public interface ArrivalProcess {
  /** The next gap, ≥ 0, of mean 1. */
  double nextGap();

  static ArrivalProcess of(ArrivalSpec spec, RandomGenerator random) {
    return switch (spec) {
      case ArrivalSpec.Constant() -> () -> 1.0;
      case ArrivalSpec.Poisson() -> random::nextExponential;
    };
  }
}
