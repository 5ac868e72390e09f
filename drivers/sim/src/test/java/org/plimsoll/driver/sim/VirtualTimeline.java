package org.plimsoll.driver.sim;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.plimsoll.api.Timeline;

/** A timeline that stands still until it is told to run, on the caller's thread. */
final class VirtualTimeline implements Timeline {
  private record Event(long atNanos, long sequence, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(
          Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::sequence));
  private long nowNanos;
  private long sequence;

  VirtualTimeline(long originNanos) {
    this.nowNanos = originNanos;
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  @Override
  public void schedule(long atNanos, Runnable action) {
    events.add(new Event(Math.max(atNanos, nowNanos), sequence++, action));
  }

  /** Runs everything that is due until the given instant, which it then is. */
  void runUntil(long untilNanos) {
    while (!events.isEmpty() && events.element().atNanos() <= untilNanos) {
      Event event = events.remove();
      nowNanos = event.atNanos();
      event.action().run();
    }
    nowNanos = Math.max(nowNanos, untilNanos);
  }

  void runAll() {
    while (!events.isEmpty()) {
      runUntil(events.element().atNanos());
    }
  }
}
