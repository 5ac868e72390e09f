package org.plimsoll.engine.arrival;

import java.util.Arrays;
import java.util.List;
import org.plimsoll.engine.spec.RateSpec;

/**
 * A piecewise linear rate: ramps, steps, spikes and curves from a file. Two points at the same time
 * define a jump.
 *
 * <p>From a time where the rate is r, on a line of slope s, r·x + s·x²/2 arrivals are expected
 * after x. The x of g arrivals is the root 2g / (r + √(r² + 2sg)), a form without cancellation,
 * which is accurate for flat lines and short gaps.
 */
final class PiecewiseLinearRate implements RateShape {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long[] atNanos;

  /** Arrivals per nanosecond at each point. */
  private final double[] rates;

  /** Change of the rate per nanosecond, from each point to the next. */
  private final double[] slopes;

  PiecewiseLinearRate(List<RateSpec.Point> points) {
    atNanos = points.stream().mapToLong(RateSpec.Point::atNanos).toArray();
    rates = points.stream().mapToDouble(point -> point.perSecond() / NANOS_PER_SECOND).toArray();
    slopes = new double[rates.length];
    for (int i = 0; i + 1 < rates.length; i++) {
      long length = atNanos[i + 1] - atNanos[i];
      slopes[i] = length == 0 ? 0 : (rates[i + 1] - rates[i]) / length;
    }
  }

  @Override
  public double perSecondAt(long nanos) {
    return rate(piece(nanos), nanos) * NANOS_PER_SECOND;
  }

  @Override
  public double expected(long fromNanos, long toNanos) {
    double sum = 0;
    long at = fromNanos;
    for (int piece = piece(fromNanos); at < toNanos; piece++) {
      boolean isLast = piece == atNanos.length - 1;
      long end = isLast ? toNanos : Math.min(toNanos, atNanos[piece + 1]);
      double length = end - at;
      sum += (rate(piece, at) + slope(piece) * length / 2) * length;
      at = end;
    }
    return sum;
  }

  @Override
  public double nanosUntil(long fromNanos, double fraction, double arrivals) {
    double left = arrivals;
    double passed = 0;
    long at = fromNanos;
    double rest = fraction;
    int piece = piece(fromNanos);
    for (; piece < atNanos.length - 1; piece++) {
      if (left <= 0) {
        return passed;
      }
      double slope = slope(piece);
      double rate = Math.max(0, rate(piece, at) + slope * rest);
      double length = atNanos[piece + 1] - at - rest;
      double expected = (rate + slope * length / 2) * length;
      if (left <= expected) {
        double root = Math.sqrt(Math.max(0, rate * rate + 2 * slope * left));
        return passed + Math.min(length, 2 * left / (rate + root));
      }
      left -= Math.max(0, expected);
      passed += length;
      at = atNanos[piece + 1];
      rest = 0;
    }
    return left <= 0 ? passed : passed + left / rates[piece];
  }

  @Override
  public double peakPerSecond() {
    return Arrays.stream(rates).max().orElseThrow() * NANOS_PER_SECOND;
  }

  @Override
  public boolean endsAtZero() {
    return rates[rates.length - 1] == 0;
  }

  /** The index of the last point at or before this time; −1 before the first. */
  private int piece(long nanos) {
    int low = 0;
    int high = atNanos.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (atNanos[middle] <= nanos) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  private double slope(int piece) {
    return piece < 0 ? 0 : slopes[piece];
  }

  private double rate(int piece, long nanos) {
    return piece < 0
        ? rates[0]
        : Math.max(0, rates[piece] + slopes[piece] * (nanos - atNanos[piece]));
  }
}
