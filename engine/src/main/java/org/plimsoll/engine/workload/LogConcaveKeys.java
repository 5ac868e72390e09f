package org.plimsoll.engine.workload;

import java.util.random.RandomGenerator;

/**
 * Draws exactly from any log-concave distribution over integers, with a setup of constant cost. It
 * is rejection sampling with a hat of three parts. The method follows Devroye, "Non-uniform random
 * variate generation", 1986, X.4, and Hörmann, "A universal generator for discrete log-concave
 * distributions", Computing 52, 1994.
 *
 * <p>The logarithms of the weights f are concave, so a line through two neighboring logarithms is
 * never below the other ones. Let m be the mode and f(m) = 1. The hat is 1 in the middle. On either
 * side it is such a line, which is a geometric tail. The line goes through the first number x with
 * ln f(x) ≤ -1, where the hat is smallest. For a normal distribution the area of the hat is 2.83
 * standard deviations, and that of the weights 2.51: 89 % of draws are accepted. A chord from the
 * mode to x is never above the weights, so draws below it are accepted without computing a weight.
 *
 * <p>Samplers in libraries are limited to ints, or search cumulative probabilities for each draw.
 */
final class LogConcaveKeys implements KeyDistribution {
  private static final long WIDE = 1 << 20;
  private static final long STEPS = 1 << 10;

  private final LogWeights weights;
  private final long mode;
  private final double atMode;
  private final Tail below;
  private final Tail above;
  private final double middle;
  private final double area;

  /**
   * One side of the hat, in distances from the mode.
   *
   * @param last largest distance that has a weight
   * @param touch distance x at which the line touches the weights
   * @param logAtTouch ln f(x)
   * @param slope slope of the line, below 0
   * @param start first distance at which the line is below 0, where the tail starts
   * @param mass area under the tail, to infinity
   */
  private record Tail(
      long last, long touch, double logAtTouch, double slope, long start, double mass) {
    double line(double distance) {
      return logAtTouch + slope * (distance - touch);
    }
  }

  private LogConcaveKeys(LogWeights weights, long low, long high, long mode) {
    this.weights = weights;
    this.mode = mode;
    this.atMode = weights.at(mode);
    this.below = tail(mode - low, -1);
    this.above = tail(high - mode, 1);
    this.middle = (double) below.start + above.start - 1;
    this.area = middle + below.mass + above.mass;
  }

  /** Returns the part of a distribution below the number of keys. */
  static KeyDistribution of(LogWeights weights, long keys) {
    long high = Math.min(weights.high, keys - 1);
    return new LogConcaveKeys(weights, weights.low, high, Math.min(weights.mode, high));
  }

  private double logAt(long distance, int side) {
    return weights.at(mode + side * distance) - atMode;
  }

  private Tail tail(long last, int side) {
    if (last == 0 || logAt(last, side) > -1) {
      return new Tail(last, 0, 0, 0, last + 1, 0); // this side has no tail
    }
    long from = 1;
    long to = last;
    while (from < to) {
      long at = from + (to - from) / 2;
      if (logAt(at, side) > -1) {
        from = at + 1;
      } else {
        to = at;
      }
    }
    double atTouch = logAt(from, side);
    // In wide distributions neighboring weights differ by less than their accuracy. A line through
    // two weights that are farther apart is above the other weights only beyond the second one.
    long step = from < WIDE ? 1 : from / STEPS;
    double slope = (atTouch - logAt(from - step, side)) / step;
    long start = step == 1 ? (long) Math.floor(from - atTouch / slope) + 1 : from;
    double mass = Math.exp(atTouch + slope * (start - from)) / -Math.expm1(slope);
    return new Tail(last, from, atTouch, slope, start, mass);
  }

  @Override
  public long next(RandomGenerator random, long ordinal, long atNanos) {
    while (true) {
      double u = random.nextDouble() * area - middle;
      double logU = Math.log(1 - random.nextDouble());
      if (u < 0) {
        long distance = (long) Math.floor(u) + above.start;
        int side = distance < 0 ? -1 : 1;
        if (isAccepted(side < 0 ? below : above, side * distance, side, logU)) {
          return mode + distance;
        }
      } else {
        int side = u < below.mass ? -1 : 1;
        Tail tail = side < 0 ? below : above;
        double beyond = Math.floor(Math.log(1 - random.nextDouble()) / tail.slope);
        double distance = tail.start + beyond;
        if (distance <= tail.last
            && isAccepted(tail, (long) distance, side, logU + tail.line(distance))) {
          return mode + side * (long) distance;
        }
      }
    }
  }

  private boolean isAccepted(Tail tail, long distance, int side, double log) {
    if (distance > tail.last) {
      return false; // u has a resolution of 53 bits
    }
    return distance == 0
        || (distance <= tail.touch && log <= tail.logAtTouch * distance / tail.touch)
        || log <= logAt(distance, side);
  }
}
