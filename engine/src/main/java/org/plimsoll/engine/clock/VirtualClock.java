package org.plimsoll.engine.clock;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.plimsoll.api.Timeline;

/**
 * Virtual time on one thread: the clock jumps from one scheduled instant to the next. Actions of
 * the same instant run in the order in which they were scheduled, so a run is deterministic.
 */
public final class VirtualClock implements Clock, Timeline {
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final long startNanos;
  private Instant startedAt = Instant.parse("2026-01-01T00:00:00Z");
  private long nowNanos;
  private long readNanos;
  private long sequence;

  private record Event(long atNanos, long sequence, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atNanos, other.atNanos);
      return byTime != 0 ? byTime : Long.compare(sequence, other.sequence);
    }
  }

  public VirtualClock() {
    this(0);
  }

  /** Creates a clock that starts at any instant, such as just below an overflow. */
  public VirtualClock(long startNanos) {
    this.startNanos = startNanos;
    this.nowNanos = startNanos;
  }

  @Override
  public long nanoTime() {
    nowNanos += readNanos;
    return nowNanos;
  }

  /** Sets how long each read of the clock takes, as if the process waited for a processor. */
  public void readsTake(Duration length) {
    readNanos = length.toNanos();
  }

  @Override
  public Instant instant() {
    return startedAt.plusNanos(nowNanos - startNanos);
  }

  /** Sets the wall clock forward, or back by a negative duration. */
  public void moveWallClock(Duration by) {
    startedAt = startedAt.plus(by);
  }

  @Override
  public void schedule(long atNanos, Runnable action) {
    events.add(new Event(Math.max(atNanos, nowNanos), sequence++, action));
  }

  @Override
  public void onFailure(BiConsumer<String, Throwable> listener) {
    // A failure is thrown to the caller of await.
  }

  @Override
  public long pacerWaitNanos() {
    return 0;
  }

  @Override
  public Timeline pacer() {
    return this;
  }

  @Override
  public Timeline target() {
    return this;
  }

  @Override
  public Timeline housekeeping() {
    return this;
  }

  @Override
  public void await(Signal done) {
    while (!done.hasFired()) {
      if (events.isEmpty()) {
        throw new IllegalStateException("nothing is scheduled, so virtual time would never end");
      }
      runNext();
    }
  }

  /** Runs all actions due until the given instant, and advances the clock to it. */
  public void runUntil(long untilNanos) {
    while (!events.isEmpty() && events.element().atNanos() <= untilNanos) {
      runNext();
    }
    nowNanos = Math.max(nowNanos, untilNanos);
  }

  /** Advances the clock while no action runs, as if the process was paused. */
  public void pause(Duration length) {
    nowNanos += length.toNanos();
  }

  /** Runs until no action is scheduled. */
  public void runAll() {
    while (!events.isEmpty()) {
      runNext();
    }
  }

  private void runNext() {
    Event event = events.remove();
    nowNanos = Math.max(nowNanos, event.atNanos());
    event.action().run();
  }

  @Override
  public boolean isVirtual() {
    return true;
  }

  @Override
  public Executor workers(int threads) {
    return this::runAside;
  }

  @Override
  public void runAside(Runnable work) {
    schedule(nowNanos, work);
  }

  @Override
  public void close() {}
}
