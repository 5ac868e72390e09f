package org.plimsoll.engine.arrival;

/** Another rate multiplied by a constant factor: λ(t) = factor · whole(t). */
record ScaledRate(RateShape whole, double factor) implements RateShape {
  @Override
  public double perSecondAt(long nanos) {
    return factor * whole.perSecondAt(nanos);
  }

  @Override
  public double expected(long fromNanos, long toNanos) {
    return factor * whole.expected(fromNanos, toNanos);
  }

  @Override
  public double nanosUntil(long fromNanos, double fraction, double arrivals) {
    if (arrivals == 0) {
      return 0;
    }
    return factor == 0
        ? Double.POSITIVE_INFINITY
        : whole.nanosUntil(fromNanos, fraction, arrivals / factor);
  }

  @Override
  public double peakPerSecond() {
    return factor * whole.peakPerSecond();
  }

  @Override
  public boolean endsAtZero() {
    return factor == 0 || whole.endsAtZero();
  }
}
