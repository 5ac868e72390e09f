package org.plimsoll.engine.spec;

import java.util.List;

/**
 * A rate of arrivals as a function of time, in operations per second. Its clock begins with the
 * measurement; before that it has its first rate, and after its end it keeps its last one.
 */
public sealed interface RateSpec {
  /** No arrivals by schedule: the rate of a closed load. */
  RateSpec NONE = new Constant(0);

  /** The same rate always. */
  record Constant(double perSecond) implements RateSpec {
    public Constant {
      requireRate(perSecond);
    }
  }

  /** Rises or falls evenly, then stays. */
  record Ramp(double fromPerSecond, double toPerSecond, long lengthNanos) implements RateSpec {
    public Ramp {
      requireRate(fromPerSecond);
      requireRate(toPerSecond);
      requireAbove("length", lengthNanos);
    }
  }

  /** Goes up or down in equal steps; the last is shorter where they do not fit. */
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

    /** How many times the rate changes. */
    public int count() {
      return (int) Math.ceil(Math.abs(toPerSecond - fromPerSecond) / stepPerSecond);
    }
  }

  /** Swings around a mean, upwards first. */
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

  /** A day that begins at its quietest and is busiest half a day later. */
  record Daily(double leastPerSecond, double mostPerSecond, long dayNanos) implements RateSpec {
    public Daily {
      requireRate(leastPerSecond);
      requireRate(mostPerSecond);
      requireAbove("day", dayNanos);
      if (leastPerSecond > mostPerSecond) {
        throw new IllegalArgumentException("least must be at most most, was " + leastPerSecond);
      }
    }
  }

  /** Jumps to another rate for a while. */
  record Spike(double basePerSecond, double peakPerSecond, long atNanos, long lengthNanos)
      implements RateSpec {
    public Spike {
      requireRate(basePerSecond);
      requireRate(peakPerSecond);
      requireAbove("length", lengthNanos);
    }
  }

  /**
   * Points of a file with straight lines between them; two at the same time are a jump.
   *
   * @param file where they came from
   */
  record Curve(String file, List<Point> points) implements RateSpec {
    public Curve {
      points = List.copyOf(points);
      if (points.isEmpty()) {
        throw new IllegalArgumentException("points must be at least one, were none");
      }
      for (int i = 1; i < points.size(); i++) {
        if (points.get(i).atNanos() < points.get(i - 1).atNanos()) {
          throw new IllegalArgumentException("times must not decrease, did at " + points.get(i));
        }
      }
    }

    @Override
    public String toString() {
      return "csv(" + file + ")";
    }
  }

  /** A share of another rate, on the same clock; 0 while nothing of it is wanted. */
  record Scaled(RateSpec whole, double factor) implements RateSpec {
    public Scaled {
      if (!(factor >= 0) || Double.isInfinite(factor)) {
        throw new IllegalArgumentException("factor must be 0 or above, was " + factor);
      }
    }
  }

  /** A rate times a factor. */
  static RateSpec scaled(RateSpec rate, double factor) {
    return factor == 1 ? rate : new Scaled(rate, factor);
  }

  /** What a rate is a share of; itself if of none. */
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
