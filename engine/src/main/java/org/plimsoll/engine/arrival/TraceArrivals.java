package org.plimsoll.engine.arrival;

import org.plimsoll.engine.spec.ArrivalTrace;

/**
 * Recorded gaps, again and again. A mean gap lies between the last arrival and the first, half of
 * it before the very first, so that each round of n arrivals takes n mean gaps.
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
