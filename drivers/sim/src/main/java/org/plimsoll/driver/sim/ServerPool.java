package org.plimsoll.driver.sim;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import org.plimsoll.api.Distribution;

/**
 * The queue before {@code c} servers alike, first come first served, each operation keeping one
 * server for a time of its own: G/G/c, and M/M/c with Poisson arrivals and an exponential time. In
 * the servers' own time (see {@link Stalls}) Kiefer and Wolfowitz' recursion gives the answer: with
 * {@code t} the arrival, {@code F₁ ≤ … ≤ F_c} the instants at which the servers are free, and
 * {@code S} the operation's time, it starts at {@code max(F₁, t)} and {@code F₁} becomes that plus
 * {@code S}, which is when it is answered (Kiefer, Wolfowitz: On the Theory of Queues with Many
 * Servers, 1955).
 *
 * <p>The response time of M/M/1 is exponential: with µ the server's rate and λ that of arrivals,
 * {@code P(T > t) = exp(−(µ − λ)t)}. Safe for use by several threads.
 */
final class ServerPool {
  private final Stalls stalls;
  private final Distribution time;
  private final long originNanos;

  /** A binary heap: the first is the least. */
  private final long[] freeAt;

  ServerPool(SimModel model, Distribution time, long originNanos) {
    this(model, time, originNanos, new long[0]);
  }

  private ServerPool(SimModel model, Distribution time, long originNanos, long[] before) {
    this.stalls = model.stalls();
    this.time = time;
    this.originNanos = originNanos;
    this.freeAt = new long[model.servers()];
    // Of many servers the busiest stay; the work of those that go is lost with them.
    int kept = Math.min(before.length, freeAt.length);
    System.arraycopy(before, before.length - kept, freeAt, freeAt.length - kept, kept);
    Arrays.sort(freeAt);
  }

  /** The pool of a new truth, whose servers finish what they have been given. */
  synchronized ServerPool changed(SimModel model, Distribution newTime) {
    long[] busy = freeAt.clone();
    Arrays.sort(busy);
    return new ServerPool(model, newTime, originNanos, busy);
  }

  /** Takes in an operation that arrives now, and says when it has been served. */
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

  /** How many servers are at work now. */
  synchronized int busy(long nowNanos) {
    long servingNanos = stalls.servingNanos(nowNanos - originNanos);
    return (int) Arrays.stream(freeAt).filter(free -> free > servingNanos).count();
  }

  /** How long an operation that arrived now would wait, in the servers' own time. */
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
