package org.plimsoll.engine.arrival;

/** A constant rate. */
record ConstantRate(double perSecond) implements RateShape {
  private static final double NANOS_PER_SECOND = 1e9;

  @Override
  public double perSecondAt(long nanos) {
    return perSecond;
  }

  @Override
  public double expected(long fromNanos, long toNanos) {
    return (toNanos - fromNanos) / NANOS_PER_SECOND * perSecond;
  }

  @Override
  public double nanosUntil(long fromNanos, double fraction, double arrivals) {
    return arrivals == 0 ? 0 : arrivals / perSecond * NANOS_PER_SECOND;
  }

  @Override
  public double peakPerSecond() {
    return perSecond;
  }

  @Override
  public boolean endsAtZero() {
    return perSecond == 0;
  }
}
