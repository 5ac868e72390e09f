package org.plimsoll.engine.spec;

import org.plimsoll.api.custom.CustomArrivals;

/** An arrival process of unit rate; the load's rate scales it. */
public sealed interface ArrivalSpec {
  /** Evenly spaced arrivals. */
  record Constant() implements ArrivalSpec {}

  /** Independent, exponentially distributed gaps. */
  record Poisson() implements ArrivalSpec {}

  /**
   * Gaps that are even but for a jitter.
   *
   * @param jitter the most that a gap differs from the mean gap, as a share of it
   */
  record Uniform(double jitter) implements ArrivalSpec {
    public Uniform {
      require(jitter > 0 && jitter <= 1, "jitter must be above 0 and at most 1", jitter);
    }
  }

  /** Gamma distributed gaps: bursty below shape 1, Poisson at 1, more even above. */
  record Gamma(double shape) implements ArrivalSpec {
    public Gamma {
      require(shape >= 0.01 && shape <= 1e6, "shape must be from 0.01 to 1e6", shape);
    }
  }

  /** Lognormal gaps; sigma is that of the logarithm. */
  record Lognormal(double sigma) implements ArrivalSpec {
    public Lognormal {
      require(sigma > 0 && sigma <= 5, "sigma must be above 0 and at most 5", sigma);
    }
  }

  /** Pareto gaps: a heavy tail. */
  record Pareto(double shape) implements ArrivalSpec {
    public Pareto {
      require(shape > 1 && shape <= 1e6, "shape must be above 1, for there to be a mean", shape);
    }

    /** Up to shape 2 gaps have no variance, and the observed rate converges slowly. */
    public boolean hasVariance() {
      return shape > 2;
    }
  }

  /** Gaps of two exponential distributions, mixed. */
  record Hyperexponential(double squaredVariation) implements ArrivalSpec {
    public Hyperexponential {
      require(
          squaredVariation > 1 && squaredVariation <= 1e6,
          "cv2 must be above 1 and at most 1e6",
          squaredVariation);
    }
  }

  /**
   * Bursts: a Poisson process whose rate switches between two.
   *
   * @param ratio the rate in a burst over that between bursts
   * @param calm mean number of arrivals between bursts
   * @param burst mean number of arrivals of a burst
   */
  record Markov(double ratio, double calm, double burst) implements ArrivalSpec {
    public Markov {
      require(ratio > 1 && ratio <= 1e6, "ratio must be above 1 and at most 1e6", ratio);
      require(calm > 0 && calm <= 1e12, "calm must be above 0", calm);
      require(burst > 0 && burst <= 1e12, "burst must be above 0", burst);
    }
  }

  /**
   * The gaps of recorded timestamps, from the beginning again when they end.
   *
   * @param file where they came from
   * @param speed how much faster than recorded, where no rate is given
   */
  record Trace(String file, double speed, ArrivalTrace timestamps) implements ArrivalSpec {
    public Trace {
      require(speed >= 1e-6 && speed <= 1e6, "speed must be from 1e-6 to 1e6", speed);
    }

    /** Of the trace at its speed. */
    public double ratePerSecond() {
      return timestamps.perSecond() * speed;
    }
  }

  /** A class of the user's. */
  record Custom(CustomClass<CustomArrivals> own) implements ArrivalSpec {}

  private static void require(boolean condition, String sentence, double was) {
    if (!condition) {
      throw new IllegalArgumentException(sentence + ", was " + was);
    }
  }
}
