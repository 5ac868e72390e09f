package org.plimsoll.engine.spec;

import java.util.List;

/**
 * A rate of arrivals as a function of time, in operations per second. The clock of a changing rate
 * starts with the measurement. The first rate applies before that, and the last rate after the end.
 */
public sealed interface RateSpec {
  /** The rate of a closed load, which has no scheduled arrivals. */
  RateSpec NONE = new Constant(0);

  /** A constant rate. */
  record Constant(double perSecond) implements RateSpec {
    public Constant {
      requireRate(perSecond);
    }
  }

  /** A rate that rises or falls linearly, then remains constant. */
  record Ramp(double fromPerSecond, double toPerSecond, long lengthNanos) implements RateSpec {
    public Ramp {
      requireRate(fromPerSecond);
      requireRate(toPerSecond);
      requireAbove("length", lengthNanos);
    }
  }

  /**
   * A rate that changes in equal steps. The last step is smaller if the range is not a multiple.
   */
  record Steps(double fromPerSecond, double stepPerSecond, double toPerSecond, long eachNanos)
      implements RateSpec {
    private static final double MAX_STEPS = 100_000;

    public Steps {
      requireRate(fromPerSecond);
      requireRate(toPerSecond);
      requireAbove("each", eachNanos);
      requireRate(stepPerSecond);
      double steps = Math.abs(toPerSecond - fromPerSecond) / stepPerSecond;
      if (!(steps <= MAX_STEPS) || Math.ceil(steps) * eachNanos > Long.MAX_VALUE / 4.0) {
        throw new IllegalArgumentException("steps must be at most 100,000, were " + steps);
      }
    }

    /** Returns the number of rate changes. */
    public int count() {
      return (int) Math.ceil(Math.abs(toPerSecond - fromPerSecond) / stepPerSecond);
    }
  }

  /** A sine wave around a mean, starting upward. */
  record Sine(double meanPerSecond, double amplitudePerSecond, long periodNanos)
      implements RateSpec {
    public Sine {
      requireRate(meanPerSecond);
      requireRate(amplitudePerSecond);
      requireAbove("period", periodNanos);
      if (amplitudePerSecond > meanPerSecond) {
        throw new IllegalArgumentException(
            "amplitude must be at most the mean, was " + amplitudePerSecond);
      }
    }
  }

  /** A daily cycle that starts at its lowest rate and peaks half a day later. */
  record Daily(double leastPerSecond, double mostPerSecond, long dayNanos) implements RateSpec {
    public Daily {
      requireRate(leastPerSecond);
      requireRate(mostPerSecond);
      requireAbove("day", dayNanos);
      if (leastPerSecond > mostPerSecond) {
        throw new IllegalArgumentException(
            "the lowest rate must be at most the highest, was " + leastPerSecond);
      }
    }
  }

  /** A constant rate that jumps to another rate for a limited time. */
  record Spike(double basePerSecond, double peakPerSecond, long atNanos, long lengthNanos)
      implements RateSpec {
    public Spike {
      requireRate(basePerSecond);
      requireRate(peakPerSecond);
      requireAbove("length", lengthNanos);
    }
  }

  /**
   * A piecewise linear rate, given by points from a file. Two points at the same time define a
   * jump.
   *
   * @param file file that the points were read from
   */
  record Curve(String file, List<Point> points) implements RateSpec {
    public Curve {
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("a rate curve needs at least one point, has none");
      }
      for (int i = 1; i < points.size(); i++) {
        if (points.get(i).atNanos() < points.get(i - 1).atNanos()) {
          throw new IllegalArgumentException("times must not decrease, do at " + points.get(i));
        }
      }
    }

    @Override
    public String toString() {
      return "csv(" + file + ")";
    }
  }

  /** A rate multiplied by a constant factor, which may be 0, on the same clock. */
  record Scaled(RateSpec whole, double factor) implements RateSpec {
    public Scaled {
      if (!(factor >= 0) || Double.isInfinite(factor)) {
        throw new IllegalArgumentException("factor must be 0 or above, was " + factor);
      }
    }
  }

  /** Returns a rate multiplied by a factor. */
  static RateSpec scaled(RateSpec rate, double factor) {
    return factor == 1 ? rate : new Scaled(rate, factor);
  }

  /** Returns the rate that a scaled rate is based on, or the rate itself if it is not scaled. */
  static RateSpec whole(RateSpec rate) {
    return rate instanceof Scaled(RateSpec whole, double _) ? whole : rate;
  }

  /** The rate at one time. */
  record Point(long atNanos, double perSecond) {
    public Point {
      requireRate(perSecond);
    }
  }

  private static void requireRate(double perSecond) {
    if (!(perSecond >= 0) || Double.isInfinite(perSecond)) {
      throw new IllegalArgumentException("rate must be 0 or above, was " + perSecond);
    }
  }

  private static void requireAbove(String name, long nanos) {
    if (nanos <= 0) {
      throw new IllegalArgumentException(name + " must be above 0, was " + nanos + " ns");
    }
  }
}
