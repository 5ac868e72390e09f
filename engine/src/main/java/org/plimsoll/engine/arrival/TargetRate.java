package org.plimsoll.engine.arrival;

import java.util.ArrayList;
import java.util.List;

/**
 * The rate that a load was asked for: now, and on average since an instant, with the live changes
 * in between. It keeps what is in force and a sum, so that weeks of changes take no memory.
 * Thread-safe.
 */
public final class TargetRate {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long sinceNanos;
  private final List<Leg> legs = new ArrayList<>();
  private double expectedBefore;

  /** A lane's rate from an instant on; its clock may have begun at another. */
  private record Leg(RateShape shape, long clockNanos, long fromNanos) {}

  /** Nothing is asked for yet; the average begins at {@code sinceNanos}. */
  public TargetRate(long sinceNanos) {
    this.sinceNanos = sinceNanos;
  }

  /** Gives a lane, one of those known or the next, another rate from now on. */
  public synchronized void change(int lane, RateShape shape, long clockNanos, long nowNanos) {
    Leg next = new Leg(shape, clockNanos, nowNanos);
    if (lane == legs.size()) {
      legs.add(next);
    } else {
      expectedBefore += expected(legs.set(lane, next), nowNanos);
    }
  }

  /** Operations per second, of all lanes. */
  public synchronized double perSecondAt(long nowNanos) {
    double sum = 0;
    for (Leg leg : legs) {
      sum += leg.shape().perSecondAt(nowNanos - leg.clockNanos());
    }
    return sum;
  }

  /** Operations per second on average until now; those of now if the time has not begun. */
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

  /** Arrivals of a leg that ends now. */
  private double expected(Leg leg, long nowNanos) {
    long fromNanos = leg.fromNanos() - sinceNanos < 0 ? sinceNanos : leg.fromNanos();
    return nowNanos - fromNanos <= 0
        ? 0
        : leg.shape().expected(fromNanos - leg.clockNanos(), nowNanos - leg.clockNanos());
  }
}
