package org.plimsoll.engine.load;

import org.plimsoll.api.Distribution;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.workload.OperationRandom;

/**
 * The think times of one worker, on the clock's timeline, so that no thread is blocked. A think
 * time ends when it has elapsed, or earlier when the worker is woken.
 */
final class Thinking {
  /**
   * A time longer than any think time in practice; adding it to the current time does not overflow.
   */
  private static final long LONGEST_NANOS = 31_536_000_000_000_000L;

  private static final int CANDIDATES = 32;

  private final Clock clock;
  private final Runnable next;
  private final OperationRandom random = new OperationRandom();
  private final Alarm alarm;

  // Guarded by this.
  private boolean pausing;
  private long lengthNanos;
  private long untilNanos;

  /**
   * @param next action of the worker after a think time
   * @param number number of the worker, unique within the run
   */
  Thinking(Clock clock, Runnable next, long seed, long number) {
    this.clock = clock;
    this.next = next;
    // Distinct from the sequences of operations, which count from 0.
    this.random.seed(seed, Long.MIN_VALUE + number);
    this.alarm = new Alarm(clock.pacer(), this::ring);
  }

  /**
   * Starts the think time before a worker's first operation. It is the rest of a think time that is
   * observed at a random instant. Otherwise all workers would start at the same time. The
   * probability of observing a think time is proportional to its length. So one of many samples is
   * drawn with its length as the weight, and a uniform share of it remains.
   */
  void begin(Distribution nanos) {
    double total = 0;
    long found = 0;
    for (int i = 0; i < CANDIDATES; i++) {
      long candidate = sample(nanos);
      total += candidate;
      found = random.nextDouble() * total < candidate ? candidate : found;
    }
    pause(found, Math.round(found * random.nextDouble()));
  }

  /** Starts the think time before the next operation. */
  void pause(Distribution nanos) {
    long sampled = sample(nanos);
    pause(sampled, sampled);
  }

  /** Replaces the distribution. The remaining share of a think time in progress stays the same. */
  void change(Distribution nanos) {
    long nowNanos = clock.nanoTime();
    long changedNanos;
    synchronized (this) {
      if (!pausing) {
        return;
      }
      double share = Math.max(0, untilNanos - nowNanos) / (double) Math.max(1, lengthNanos);
      lengthNanos = sample(nanos);
      untilNanos = nowNanos + Math.round(share * lengthNanos);
      changedNanos = untilNanos;
    }
    alarm.arm(changedNanos);
  }

  /** Ends a think time. */
  void wake() {
    synchronized (this) {
      if (!pausing) {
        return;
      }
      untilNanos = clock.nanoTime();
    }
    alarm.arm(clock.nanoTime());
  }

  private void pause(long wholeNanos, long leftNanos) {
    long endNanos = clock.nanoTime() + leftNanos;
    synchronized (this) {
      pausing = true;
      lengthNanos = wholeNanos;
      untilNanos = endNanos;
    }
    alarm.arm(endNanos);
  }

  private long ring(long nowNanos) {
    synchronized (this) {
      if (!pausing) {
        return Alarm.NEVER;
      }
      if (untilNanos - nowNanos > 0) {
        return untilNanos; // the think time was extended
      }
      pausing = false;
    }
    next.run();
    return Alarm.NEVER;
  }

  private long sample(Distribution nanos) {
    return Math.min(nanos.sample(random), LONGEST_NANOS);
  }
}
