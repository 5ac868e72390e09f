package org.plimsoll.engine.arrival;

/**
 * A sine wave around a mean rate: m + a·sin(ωt + φ), with a ≤ m.
 *
 * <p>From an angle θ on, m·x + (a/ω)(cos θ − cos(θ + ωx)) arrivals are expected after x. Written as
 * m·x + (2a/ω)·sin(θ + ωx/2)·sin(ωx/2), no digits are lost when x is short. The function increases
 * with x and has no closed inverse. Newton's method finds it in two or three steps. It falls back
 * to bisection where the rate is near 0 and a step would leave the bracket. Whole periods are
 * subtracted first, so that angles remain small in long runs.
 */
final class SineRate implements RateShape {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int STEPS_MAX = 200;

  /** The relative precision of the solution; {@link #PRECISION_NANOS} is the absolute precision. */
  private static final double PRECISION = 1e-15;

  private static final double PRECISION_NANOS = 1e-6;

  private final double mean;
  private final double amplitude;
  private final long periodNanos;
  private final double omega;
  private final double phase;

  SineRate(double meanPerSecond, double amplitudePerSecond, long periodNanos, double phase) {
    this.mean = meanPerSecond / NANOS_PER_SECOND;
    this.amplitude = amplitudePerSecond / NANOS_PER_SECOND;
    this.periodNanos = periodNanos;
    this.omega = 2 * Math.PI / periodNanos;
    this.phase = phase;
  }

  @Override
  public double perSecondAt(long nanos) {
    return rateAt(angle(Math.max(0, nanos), 0)) * NANOS_PER_SECOND;
  }

  @Override
  public double expected(long fromNanos, long toNanos) {
    if (fromNanos < 0) {
      long end = Math.min(0, toNanos);
      return rateAt(phase) * (end - fromNanos) + (toNanos > 0 ? expected(0, toNanos) : 0);
    }
    long nanos = toNanos - fromNanos;
    long periods = nanos / periodNanos;
    double rest = nanos % periodNanos;
    return periods * mean * periodNanos + after(angle(fromNanos, 0), rest);
  }

  @Override
  public double nanosUntil(long fromNanos, double fraction, double arrivals) {
    if (fromNanos < 0) {
      double before = -fromNanos - fraction;
      double first = rateAt(phase);
      double expected = first * before;
      return arrivals <= expected && first > 0
          ? arrivals / first
          : before + nanosUntil(0, 0, arrivals - expected);
    }
    if (mean == 0) {
      return arrivals == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    double inPeriod = mean * periodNanos;
    double periods = Math.floor(arrivals / inPeriod);
    double rest = Math.max(0, arrivals - periods * inPeriod);
    return periods * periodNanos + inverse(angle(fromNanos, fraction), rest);
  }

  @Override
  public double peakPerSecond() {
    return (mean + amplitude) * NANOS_PER_SECOND;
  }

  @Override
  public boolean endsAtZero() {
    return mean == 0;
  }

  private double inverse(double theta, double arrivals) {
    if (arrivals <= 0) {
      return 0;
    }
    double low = arrivals / (mean + amplitude);
    double high = periodNanos;
    if (amplitude < mean) {
      high = Math.min(high, arrivals / (mean - amplitude));
    }
    double x = Math.clamp(arrivals / rateAt(theta), low, Math.max(low, high));
    for (int i = 0; i < STEPS_MAX; i++) {
      double error = after(theta, x) - arrivals;
      if (error > 0) {
        high = x;
      } else {
        low = x;
      }
      double step = x - error / rateAt(theta + omega * x);
      double next = step >= low && step <= high ? step : low + (high - low) / 2;
      if (Math.abs(next - x) <= PRECISION_NANOS + PRECISION * x) {
        return next;
      }
      x = next;
    }
    return x;
  }

  private double after(double theta, double nanos) {
    double half = omega * nanos / 2;
    return mean * nanos + 2 * amplitude / omega * Math.sin(theta + half) * Math.sin(half);
  }

  private double angle(long nanos, double fraction) {
    return phase + omega * (nanos % periodNanos + fraction);
  }

  private double rateAt(double angle) {
    return mean + amplitude * Math.sin(angle);
  }
}
