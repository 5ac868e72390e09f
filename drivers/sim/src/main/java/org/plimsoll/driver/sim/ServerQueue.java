package org.plimsoll.driver.sim;

/**
 * A FIFO queue before a single server with a constant service time. In the server's own time (see
 * {@link Stalls}), Lindley's recursion gives the wait. With {@code t} the arrival and {@code F} the
 * instant at which all earlier work is done, an operation starts at {@code max(F, t)}, and {@code
 * F} becomes {@code max(F, t) + 1 / throughput}.
 *
 * <p>If the throughput changes with time, a further clock is used, see {@link Capacity}.
 *
 * <p>As in SickStore (Wingerath, Friedrich, Gessert, Ritter: Who Watches the Watchmen?, BTW 2015),
 * the service time of an operation is not part of its own wait; it only delays later operations.
 * Thread-safe.
 */
final class ServerQueue {
  /**
   * Work is counted in units of 1/64 ns. The rounding error then stays below 1 in 6,000 at 10
   * million operations per second, and the counter overflows after 4 years.
   */
  private static final int FRACTION_BITS = 6;

  private final double maxThroughput;
  private final Stalls stalls;
  private final Capacity.Clock capacity;
  private final long originNanos;
  private final long work;
  private long freeAt;

  /**
   * @param originNanos the instant of the target's first operation
   * @param backlogNanos the remaining work at {@code nowNanos}
   */
  ServerQueue(SimModel model, long originNanos, long nowNanos, long backlogNanos) {
    this.maxThroughput = model.queue().maxThroughput();
    this.stalls = model.stalls();
    this.capacity = model.queue().capacity().clock(stalls);
    this.originNanos = originNanos;
    this.work = Math.round((double) (1_000_000_000L << FRACTION_BITS) / maxThroughput);
    long servingNanos = stalls.servingNanos(nowNanos - originNanos) + backlogNanos;
    this.freeAt = capacity.workNanos(servingNanos) << FRACTION_BITS;
  }

  /** Accepts an operation that arrives now. Returns the instant at which it starts. */
  long turnNanos(long nowNanos) {
    long servingNanos = stalls.servingNanos(nowNanos - originNanos);
    if (maxThroughput == Double.POSITIVE_INFINITY) {
      return originNanos + stalls.startNanos(servingNanos);
    }
    long arrivedAt = capacity.workNanos(servingNanos) << FRACTION_BITS;
    long startAt;
    synchronized (this) {
      startAt = Math.max(freeAt, arrivedAt);
      freeAt = Math.min(startAt + work, Long.MAX_VALUE / 2);
    }
    if (startAt == arrivedAt) {
      return originNanos + stalls.startNanos(servingNanos);
    }
    return originNanos + stalls.startNanos(capacity.servingNanos(startAt >> FRACTION_BITS));
  }

  /** Returns the time that the server needs for the remaining work. */
  synchronized long backlogNanos(long nowNanos) {
    long freeNanos = capacity.servingNanos(freeAt >> FRACTION_BITS);
    return Math.max(0, freeNanos - stalls.servingNanos(nowNanos - originNanos));
  }
}
