package org.plimsoll.engine.load;

import org.plimsoll.api.Distribution;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.workload.OperationRandom;

/**
 * The pauses of one worker between an answer and its next operation, on the clock, with no thread
 * blocked. A pause ends once: when its time has come, or when somebody wakes the worker earlier.
 */
final class Thinking {
  /** As long as anybody waits; a sum with the time does not overflow. */
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
   * @param next what the worker does after a pause
   * @param number of the worker, different for all of a run
   */
  Thinking(Clock clock, Runnable next, long seed, long number) {
    this.clock = clock;
    this.next = next;
    // Far from the sequences of operations, which count from 0 on.
    this.random.seed(seed, Long.MIN_VALUE + number);
    this.alarm = new Alarm(clock.pacer(), this::ring);
  }

  /**
   * Pauses before a worker's first operation for what somebody who comes by finds left of a pause,
   * so that workers neither march in step nor begin in a crowd. One comes by a pause the likelier
   * the longer it is: of many, one is drawn by its length, and of that a uniform share.
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

  /** Pauses before the next. */
  void pause(Distribution nanos) {
    long sampled = sample(nanos);
    pause(sampled, sampled);
  }

  /** Lets what is left of a pause be the same share of a pause of another law. */
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

  /** Ends a pause. */
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
        return untilNanos; // it became longer
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
