package org.plimsoll.driver.sim;

/**
 * The queue before a single server that takes the same time for each operation, first come first
 * served. In the server's own time (see {@link Stalls}) Lindley's recursion gives the wait: with
 * {@code t} the arrival and {@code F} the instant at which all earlier work is done, an operation
 * starts at {@code max(F, t)}, and {@code F} becomes {@code max(F, t) + 1 / throughput}.
 *
 * <p>Where the throughput changes with time, all that is on another clock still: see {@link
 * Capacity}.
 *
 * <p>As in SickStore (Wingerath, Friedrich, Gessert, Ritter: Who Watches the Watchmen?, BTW 2015),
 * the operation's own turn at the server is not part of its wait; it only delays those behind it.
 * Safe for use by several threads.
 */
final class ServerQueue {
  /**
   * Work is added up in 64ths of a nanosecond, so that rounding stays below 1 in 6,000 at 10
   * million operations a second; a queue then lasts for 4 years.
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
   * @param backlogNanos work that is there already at {@code nowNanos}
   */
  ServerQueue(SimModel model, long originNanos, long nowNanos, long backlogNanos) {
    this.maxThroughput = model.maxThroughput();
    this.stalls = model.stalls();
    this.capacity = model.capacity().clock(stalls);
    this.originNanos = originNanos;
    this.work = Math.round((double) (1_000_000_000L << FRACTION_BITS) / maxThroughput);
    long servingNanos = stalls.servingNanos(nowNanos - originNanos) + backlogNanos;
    this.freeAt = capacity.workNanos(servingNanos) << FRACTION_BITS;
  }

  /** Takes in an operation that arrives now, and says when its turn comes. */
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

  /** How long the server has to serve for the work that is still to be done. */
  synchronized long backlogNanos(long nowNanos) {
    long freeNanos = capacity.servingNanos(freeAt >> FRACTION_BITS);
    return Math.max(0, freeNanos - stalls.servingNanos(nowNanos - originNanos));
  }
}
