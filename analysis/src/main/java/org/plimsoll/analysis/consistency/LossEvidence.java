package org.plimsoll.analysis.consistency;

import java.util.concurrent.atomic.LongAccumulator;

/**
 * Evidence from all keys on whether a missing write is lost or late: outages, and the longest
 * observed lag of the store. Thread-safe.
 */
final class LossEvidence {
  /** Lag below which a write counts as late if it is missing for {@code consistency-settle}. */
  private static final long SHORTEST_SETTLE_NANOS = 1_000_000_000L;

  private final Outages outages = new Outages();
  private final LongAccumulator lag = new LongAccumulator(Math::max, 0);
  private final long settleNanos;
  private final boolean seesAllReads;

  /**
   * @param seesAllReads whether no other process reads the keys; another process might find a
   *     missing write
   * @param settleNanos time after which a missing write is suspected to be lost, even without an
   *     outage
   */
  LossEvidence(long settleNanos, boolean seesAllReads) {
    this.seesAllReads = seesAllReads;
    this.settleNanos = Math.max(settleNanos, SHORTEST_SETTLE_NANOS);
  }

  Outages outages() {
    return outages;
  }

  long settleNanos() {
    return settleNanos;
  }

  /** Returns whether a write that a read missed may be lost. */
  boolean isReason(long ackNanos, long readStartNanos) {
    return seesAllReads
        && (outages.between(ackNanos, readStartNanos) != null
            || readStartNanos - ackNanos >= settleNanos);
  }

  /**
   * Returns the time at which a write that a read missed should have been visible: its
   * acknowledgement, or the end of the outage after it. For an outage that has not ended, the start
   * of the outage counts.
   */
  long dueNanos(long ackNanos, long readStartNanos) {
    long[] outage = outages.between(ackNanos, readStartNanos);
    long back = outage == null ? ackNanos : outage[outage[1] < readStartNanos ? 1 : 0];
    return Math.max(ackNanos, back);
  }

  /** Records that a write that had been missing for this time was then read. */
  void sawLag(long nanos) {
    lag.accumulate(nanos);
  }

  /** Returns whether the observed lag of the store is at least half of this time. */
  boolean isWithinLag(long nanos) {
    return nanos <= 2 * lag.get();
  }
}
