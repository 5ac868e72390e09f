package org.plimsoll.engine.arrival;

import java.util.ArrayList;
import java.util.List;

/**
 * The requested rate of a load, now and on average since an instant, including live changes. It
 * stores the current rates and a sum, so weeks of changes take no memory. Thread-safe.
 */
public final class TargetRate {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long sinceNanos;
  private final List<Leg> legs = new ArrayList<>();
  private double expectedBefore;

  /** The rate of a lane since an instant. Its clock may have started at another instant. */
  private record Leg(RateShape shape, long clockNanos, long fromNanos) {}

  /** Creates a rate of 0, whose average starts at {@code sinceNanos}. */
  public TargetRate(long sinceNanos) {
    this.sinceNanos = sinceNanos;
  }

  /** Sets the rate of a lane from now on. The lane must exist already, or be the next new lane. */
  public synchronized void change(int lane, RateShape shape, long clockNanos, long nowNanos) {
    Leg next = new Leg(shape, clockNanos, nowNanos);
    if (lane == legs.size()) {
      legs.add(next);
    } else {
      expectedBefore += expected(legs.set(lane, next), nowNanos);
    }
  }

  /** Returns the requested rate of all lanes together, in operations per second. */
  public synchronized double perSecondAt(long nowNanos) {
    double sum = 0;
    for (Leg leg : legs) {
      sum += leg.shape().perSecondAt(nowNanos - leg.clockNanos());
    }
    return sum;
  }

  /**
   * Returns the average requested rate until now, in operations per second; the current rate if no
   * time has passed.
   */
  public synchronized double meanPerSecond(long nowNanos) {
    long nanos = nowNanos - sinceNanos;
    if (nanos <= 0) {
      return perSecondAt(nowNanos);
    }
    double sum = expectedBefore;
    for (Leg leg : legs) {
      sum += expected(leg, nowNanos);
    }
    return sum / nanos * NANOS_PER_SECOND;
  }

  /** Returns the expected arrivals of a leg that ends now. */
  private double expected(Leg leg, long nowNanos) {
    long fromNanos = leg.fromNanos() - sinceNanos < 0 ? sinceNanos : leg.fromNanos();
    return nowNanos - fromNanos <= 0
        ? 0
        : leg.shape().expected(fromNanos - leg.clockNanos(), nowNanos - leg.clockNanos());
  }
}
