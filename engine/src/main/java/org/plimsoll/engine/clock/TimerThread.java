package org.plimsoll.engine.clock;

import java.util.PriorityQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Timeline;

/**
 * A platform thread that runs actions at their instants. A precise thread parks until shortly
 * before the instant and then spins. The spin time is learned, because the delay of a park depends
 * on the machine. It is 2 µs on bare metal, and 30 µs or more in a virtual machine whose processor
 * was halted. The thread starts with the first action, so an unused timeline costs nothing.
 */
final class TimerThread implements Timeline, AutoCloseable {
  private static final long LEAD_MIN_NANOS = 5_000;
  private static final long LEAD_MAX_NANOS = 100_000;

  private static final long LEAD_STEP_NANOS = 100;

  private final String name;
  private final BiConsumer<String, Throwable> failed;

  /**
   * The thread that runs the actions. Created with the first action, so that it inherits the thread
   * locals of the run's thread, which assign log lines to runs. Null before the first action.
   */
  private volatile @Nullable Thread thread;

  private final boolean precise;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private long sequence;
  private boolean started;
  private volatile boolean closed;
  private volatile @Nullable ProcessorWait wait;

  /**
   * How long before the instant the thread wakes. It is the lower quartile of the delays of parks,
   * tracked by stochastic approximation (Robbins, Monro: A Stochastic Approximation Method, 1951).
   * Half of the operations become due while the thread already spins for another one. For the rest,
   * the median would take 20 % more CPU and gain less than 1 µs. Used by this thread only.
   */
  private long leadNanos = 15_000;

  /**
   * The instant at which the head of the queue is due. Volatile, so that the spinning thread sees a
   * new head immediately.
   */
  private volatile long headNanos = Long.MAX_VALUE;

  private record Event(long atNanos, long sequence, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      // Compares by difference, since nanoTime may overflow.
      long byTime = atNanos - other.atNanos;
      return byTime != 0 ? Long.signum(byTime) : Long.compare(sequence, other.sequence);
    }
  }

  /**
   * @param failed receives the failures of actions, and the name of the thread, which continues
   */
  TimerThread(String name, boolean precise, BiConsumer<String, Throwable> failed) {
    this.precise = precise;
    this.name = name;
    this.failed = failed;
  }

  @Override
  public long nanoTime() {
    return System.nanoTime();
  }

  @Override
  public void schedule(long atNanos, Runnable action) {
    boolean isHead;
    synchronized (events) {
      Event event = new Event(atNanos, sequence++, action);
      events.add(event);
      isHead = events.peek() == event;
      if (isHead) {
        headNanos = atNanos;
      }
      if (!started && !closed) {
        started = true;
        thread = Thread.ofPlatform().daemon().name(name).start(this::loop);
      }
    }
    if (isHead && Thread.currentThread() != thread) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Returns how long the thread has waited for a processor; 0 if that is unknown or the thread is
   * not precise.
   */
  long waitNanos() {
    ProcessorWait its = wait;
    return its == null ? 0 : its.nanos();
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
  }

  private void loop() {
    if (precise) {
      TimerSlack.minimize();
      wait = ProcessorWait.ofThisThread();
    }
    while (!closed) {
      Runnable action = pollDue();
      if (action == null) {
        rest();
      } else {
        perform(action);
      }
    }
  }

  /** Runs an action. The thread survives a failure, since the run needs it to end. */
  private void perform(Runnable action) {
    try {
      action.run();
    } catch (Throwable e) {
      failed.accept(name, e);
    }
  }

  private @Nullable Runnable pollDue() {
    long head = headNanos;
    if (head == Long.MAX_VALUE || head - System.nanoTime() > 0) {
      return null;
    }
    synchronized (events) {
      Event event = events.peek();
      if (event == null || event.atNanos() - System.nanoTime() > 0) {
        return null;
      }
      events.poll();
      Event next = events.peek();
      headNanos = next == null ? Long.MAX_VALUE : next.atNanos();
      return event.action();
    }
  }

  private void rest() {
    long head = headNanos;
    if (head == Long.MAX_VALUE) {
      LockSupport.park(this);
      return;
    }
    long nowNanos = System.nanoTime();
    long leftNanos = head - nowNanos;
    if (!precise) {
      if (leftNanos > 0) {
        LockSupport.parkNanos(this, leftNanos);
      }
    } else if (leftNanos > leadNanos) {
      LockSupport.parkNanos(this, leftNanos - leadNanos);
      learn(System.nanoTime() - (head - leadNanos));
    } else {
      Thread.onSpinWait();
    }
  }

  private void learn(long lateNanos) {
    if (lateNanos > leadNanos) {
      leadNanos = Math.min(leadNanos + LEAD_STEP_NANOS / 3, LEAD_MAX_NANOS);
    } else if (lateNanos >= 0) {
      // An early wake-up is caused by a new action and says nothing about the delay.
      leadNanos = Math.max(leadNanos - LEAD_STEP_NANOS, LEAD_MIN_NANOS);
    }
  }
}
