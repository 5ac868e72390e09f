package org.plimsoll.engine.spec;

import org.plimsoll.api.custom.CustomArrivals;

/** An arrival process with rate 1, which the load scales by its rate. */
public sealed interface ArrivalSpec {
  /** Evenly spaced arrivals. */
  record Constant() implements ArrivalSpec {}

  /** Independent, exponentially distributed gaps. */
  record Poisson() implements ArrivalSpec {}

  /**
   * Evenly spaced arrivals with a uniform jitter.
   *
   * @param jitter largest deviation of a gap from the mean gap, as a share of the mean gap
   */
  record Uniform(double jitter) implements ArrivalSpec {
    public Uniform {
      require(jitter > 0 && jitter <= 1, "jitter must be above 0 and at most 1", jitter);
    }
  }

  /** Gamma-distributed gaps: bursty below shape 1, Poisson at 1, more even above 1. */
  record Gamma(double shape) implements ArrivalSpec {
    public Gamma {
      require(shape >= 0.01 && shape <= 1e6, "shape must be from 0.01 to 1e6", shape);
    }
  }

  /** Lognormal gaps; sigma is the standard deviation of their logarithm. */
  record Lognormal(double sigma) implements ArrivalSpec {
    public Lognormal {
      require(sigma > 0 && sigma <= 5, "sigma must be above 0 and at most 5", sigma);
    }
  }

  /** Pareto-distributed gaps, which have a heavy tail. */
  record Pareto(double shape) implements ArrivalSpec {
    public Pareto {
      require(shape > 1 && shape <= 1e6, "shape must be above 1 and at most 1e6", shape);
    }

    /**
     * Whether the gaps have a finite variance. Up to shape 2 they have none, and the observed rate
     * converges slowly.
     */
    public boolean hasVariance() {
      return shape > 2;
    }
  }

  /** Gaps from a mixture of two exponential distributions. */
  record Hyperexponential(double squaredVariation) implements ArrivalSpec {
    public Hyperexponential {
      require(
          squaredVariation > 1 && squaredVariation <= 1e6,
          "cv2 must be above 1 and at most 1e6",
          squaredVariation);
    }
  }

  /**
   * Bursts: a Poisson process that switches between two rates.
   *
   * @param ratio rate in a burst divided by the rate between bursts
   * @param calm mean number of arrivals between bursts
   * @param burst mean number of arrivals in a burst
   */
  record Markov(double ratio, double calm, double burst) implements ArrivalSpec {
    public Markov {
      require(ratio > 1 && ratio <= 1e6, "ratio must be above 1 and at most 1e6", ratio);
      require(calm > 0 && calm <= 1e12, "calm must be above 0", calm);
      require(burst > 0 && burst <= 1e12, "burst must be above 0", burst);
    }
  }

  /**
   * The gaps between recorded timestamps, repeated after the end of the recording.
   *
   * @param file file that the timestamps were read from
   * @param speed speed relative to the recording; applies when no rate is given
   */
  record Trace(String file, double speed, ArrivalTrace timestamps) implements ArrivalSpec {
    public Trace {
      require(speed >= 1e-6 && speed <= 1e6, "speed must be from 1e-6 to 1e6", speed);
    }

    /** Returns the mean rate of the trace at its speed, in arrivals per second. */
    public double ratePerSecond() {
      return timestamps.perSecond() * speed;
    }
  }

  /** Arrivals from a user's class. */
  record Custom(CustomClass<CustomArrivals> own) implements ArrivalSpec {}

  private static void require(boolean condition, String sentence, double was) {
    if (!condition) {
      throw new IllegalArgumentException(sentence + ", was " + was);
    }
  }
}
