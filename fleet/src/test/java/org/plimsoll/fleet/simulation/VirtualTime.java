package org.plimsoll.fleet.simulation;

import java.util.Comparator;
import java.util.PriorityQueue;

/** True time of a simulation, in nanoseconds, and what happens next. */
final class VirtualTime {
  private final PriorityQueue<Due> queue =
      new PriorityQueue<>(Comparator.comparingLong(Due::nanos).thenComparingLong(Due::order));
  private long nowNanos;
  private long order;

  private record Due(long nanos, long order, Runnable action) {}

  long nowNanos() {
    return nowNanos;
  }

  void at(long nanos, Runnable action) {
    queue.add(new Due(Math.max(nanos, nowNanos), order++, action));
  }

  void after(long nanos, Runnable action) {
    at(nowNanos + nanos, action);
  }

  /** Lets time pass up to an instant. */
  void runUntil(long nanos) {
    while (!queue.isEmpty() && queue.element().nanos() <= nanos) {
      Due due = queue.remove();
      nowNanos = due.nanos();
      due.action().run();
    }
    nowNanos = nanos;
  }
}
