package org.plimsoll.engine.arrival;

import org.plimsoll.engine.spec.ArrivalTrace;

/**
 * Recorded gaps, repeated without end. One mean gap separates the last arrival from the first one
 * of the next round, and half a mean gap precedes the very first arrival. Each round of n arrivals
 * thus takes n mean gaps.
 */
final class TraceArrivals implements ArrivalProcess {
  private final ArrivalTrace trace;
  private int last;

  TraceArrivals(ArrivalTrace trace) {
    this.trace = trace;
  }

  @Override
  public double nextGap() {
    if (last == trace.size() - 1) {
      last = 0;
      return 1;
    }
    return trace.gap(last++);
  }

  @Override
  public double firstGap() {
    return 0.5;
  }
}
