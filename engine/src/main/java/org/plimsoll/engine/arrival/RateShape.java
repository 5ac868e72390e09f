package org.plimsoll.engine.arrival;

import java.util.ArrayList;
import java.util.List;
import org.plimsoll.engine.spec.RateSpec;

/**
 * A rate as a function of time, λ(t), with its integral and the inverse of the integral. Shapes map
 * arrivals at rate 1 to instants. Times are nanoseconds on the shape's own clock; before 0 the
 * first rate holds. Immutable.
 */
public sealed interface RateShape permits ConstantRate, PiecewiseLinearRate, ScaledRate, SineRate {
  /** Returns the rate at this time, in operations per second. */
  double perSecondAt(long nanos);

  /** Returns the expected number of arrivals between two times: the integral of the rate. */
  double expected(long fromNanos, long toNanos);

  /**
   * Returns the time from {@code fromNanos} until {@code arrivals} arrivals are expected, in
   * nanoseconds; infinite if never.
   *
   * @param fraction fraction of a nanosecond to add to {@code fromNanos}
   */
  double nanosUntil(long fromNanos, double fraction, double arrivals);

  /** Returns the highest rate of the shape. */
  double peakPerSecond();

  /** Whether the rate ends at 0 and remains there. */
  boolean endsAtZero();

  /** Returns a share of this rate. */
  default RateShape share(double share) {
    return share == 1 ? this : new ScaledRate(this, share);
  }

  static RateShape of(RateSpec spec) {
    return switch (spec) {
      case RateSpec.Constant(double perSecond) -> new ConstantRate(perSecond);
      case RateSpec.Ramp(double from, double to, long length) ->
          new PiecewiseLinearRate(
              List.of(new RateSpec.Point(0, from), new RateSpec.Point(length, to)));
      case RateSpec.Steps steps -> new PiecewiseLinearRate(points(steps));
      case RateSpec.Sine(double mean, double amplitude, long period) ->
          new SineRate(mean, amplitude, period, 0);
      case RateSpec.Daily(double least, double most, long day) ->
          new SineRate(least / 2 + most / 2, most / 2 - least / 2, day, -Math.PI / 2);
      case RateSpec.Spike(double base, double peak, long at, long length) ->
          new PiecewiseLinearRate(
              List.of(
                  new RateSpec.Point(at, base),
                  new RateSpec.Point(at, peak),
                  new RateSpec.Point(Math.addExact(at, length), peak),
                  new RateSpec.Point(Math.addExact(at, length), base)));
      case RateSpec.Curve(String _, List<RateSpec.Point> points) -> new PiecewiseLinearRate(points);
      case RateSpec.Scaled(RateSpec.Constant(double perSecond), double factor) ->
          new ConstantRate(perSecond * factor);
      case RateSpec.Scaled(RateSpec whole, double factor) -> new ScaledRate(of(whole), factor);
    };
  }

  private static List<RateSpec.Point> points(RateSpec.Steps steps) {
    double step = Math.copySign(steps.stepPerSecond(), steps.toPerSecond() - steps.fromPerSecond());
    List<RateSpec.Point> points = new ArrayList<>();
    double rate = steps.fromPerSecond();
    points.add(new RateSpec.Point(0, rate));
    for (int i = 1; i <= steps.count(); i++) {
      points.add(new RateSpec.Point(i * steps.eachNanos(), rate));
      boolean isLast = i == steps.count();
      rate = isLast ? steps.toPerSecond() : steps.fromPerSecond() + i * step;
      points.add(new RateSpec.Point(i * steps.eachNanos(), rate));
    }
    return points;
  }
}
