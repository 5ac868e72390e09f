package org.plimsoll.driver.sim;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.plimsoll.api.Distribution;

/**
 * A FIFO queue before {@code c} identical servers, where each operation occupies one server for its
 * own service time: G/G/c, and M/M/c with Poisson arrivals and exponential service times. In the
 * servers' own time (see {@link Stalls}), the recursion of Kiefer and Wolfowitz gives the answer.
 * With {@code t} the arrival, {@code F₁ ≤ … ≤ F_c} the instants at which the servers become free,
 * and {@code S} the service time, the operation starts at {@code max(F₁, t)}. {@code F₁} becomes
 * this start plus {@code S}, which is the instant of the answer (Kiefer, Wolfowitz: On the Theory
 * of Queues with Many Servers, 1955).
 *
 * <p>The response time of M/M/1 is exponential: with the service rate µ and the arrival rate λ,
 * {@code P(T > t) = exp(−(µ − λ)t)}. Thread-safe.
 */
final class ServerPool {
  private final Stalls stalls;
  private final Distribution time;
  private final long originNanos;

  /** A binary heap with the minimum first. */
  private final long[] freeAt;

  ServerPool(SimModel model, Distribution time, long originNanos) {
    this(model, time, originNanos, new long[0]);
  }

  private ServerPool(SimModel model, Distribution time, long originNanos, long[] before) {
    this.stalls = model.stalls();
    this.time = time;
    this.originNanos = originNanos;
    this.freeAt = new long[model.servers().count()];
    // When servers are removed, those with most work remain. The work of the others is lost.
    int kept = Math.min(before.length, freeAt.length);
    System.arraycopy(before, before.length - kept, freeAt, freeAt.length - kept, kept);
    Arrays.sort(freeAt);
  }

  /**
   * Returns the pool for changed settings. Its servers complete the work that they have accepted.
   */
  synchronized ServerPool changed(SimModel model, Distribution newTime) {
    long[] busy = freeAt.clone();
    Arrays.sort(busy);
    return new ServerPool(model, newTime, originNanos, busy);
  }

  /** Accepts an operation that arrives now. Returns the instant at which its service ends. */
  long doneNanos(long nowNanos, RandomGenerator random) {
    long arrivedAt = stalls.servingNanos(nowNanos - originNanos);
    long takes = Math.min(time.sample(random), Long.MAX_VALUE / 4);
    long doneAt;
    synchronized (this) {
      doneAt = Math.min(Math.max(freeAt[0], arrivedAt) + takes, Long.MAX_VALUE / 2);
      replaceLeast(doneAt);
    }
    return originNanos + stalls.startNanos(doneAt);
  }

  /** Returns the current number of busy servers. */
  synchronized int busy(long nowNanos) {
    long servingNanos = stalls.servingNanos(nowNanos - originNanos);
    return (int) Arrays.stream(freeAt).filter(free -> free > servingNanos).count();
  }

  /** Returns the wait of an operation that would arrive now, in the servers' own time. */
  synchronized long waitNanos(long nowNanos) {
    return Math.max(0, freeAt[0] - stalls.servingNanos(nowNanos - originNanos));
  }

  private void replaceLeast(long value) {
    int hole = 0;
    while (2 * hole + 1 < freeAt.length) {
      int child = 2 * hole + 1;
      if (child + 1 < freeAt.length && freeAt[child + 1] < freeAt[child]) {
        child++;
      }
      if (freeAt[child] >= value) {
        break;
      }
      freeAt[hole] = freeAt[child];
      hole = child;
    }
    freeAt[hole] = value;
  }
}
