package org.plimsoll.engine.spec;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The gaps between recorded arrivals, as multiples of their mean. Immutable. */
public final class ArrivalTrace {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double[] gaps;
  private final double perSecond;

  /**
   * Creates a trace from recorded instants.
   *
   * @param instantsNanos at least two instants on any clock, in ascending order and not all equal
   */
  public ArrivalTrace(long[] instantsNanos) {
    int count = instantsNanos.length - 1;
    long spanNanos = count < 1 ? 0 : instantsNanos[count] - instantsNanos[0];
    if (spanNanos <= 0) {
      throw new IllegalArgumentException("a trace must span some time, was " + spanNanos + " ns");
    }
    double meanNanos = (double) spanNanos / count;
    perSecond = NANOS_PER_SECOND / meanNanos;
    gaps = new double[count];
    for (int i = 0; i < count; i++) {
      long gapNanos = instantsNanos[i + 1] - instantsNanos[i];
      if (gapNanos < 0) {
        throw new IllegalArgumentException(
            "a trace must be in ascending order, is not at arrival " + (i + 1));
      }
      gaps[i] = gapNanos / meanNanos;
    }
  }

  /** Returns the number of arrivals. */
  public int size() {
    return gaps.length + 1;
  }

  /**
   * Returns the gap after arrival {@code index}, as a multiple of the mean gap. The last arrival
   * has none.
   */
  public double gap(int index) {
    return gaps[index];
  }

  /** Returns the recorded mean rate, in arrivals per second. */
  public double perSecond() {
    return perSecond;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ArrivalTrace trace
        && perSecond == trace.perSecond
        && Arrays.equals(gaps, trace.gaps);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(gaps);
  }

  @Override
  public String toString() {
    return size() + " arrivals";
  }
}
