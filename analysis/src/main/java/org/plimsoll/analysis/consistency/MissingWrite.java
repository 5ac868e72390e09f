package org.plimsoll.analysis.consistency;

/**
 * An acknowledged write of one key that reads have missed, and that may be lost. Stores the
 * evidence on whether it is <i>lost</i> or <i>late</i> in a fixed amount of memory. Not
 * thread-safe: belongs to its {@link KeyHistory}.
 *
 * <p><b>Suspected.</b> A stale read r suspects the newest write w that it missed if an outage
 * started before s(r) and had not ended at a(w), or if s(r) − a(w) is at least {@code
 * consistency-settle}. Reads of the same key that suspect a write are held back: they are neither
 * stale nor reads of lost data until w is decided.
 *
 * <p><b>Late.</b> w was due at d(w): at the end of the outage, or at a(w) if that is later or there
 * was none. If the outage had not ended at s(r), the start of the outage counts. A read that ended
 * after s(r) returned w, or a write v that is not certainly older than w, with s(v) ≤ d(w): the
 * store still had w, or a write that had already replaced w. The reads were stale. The longest of
 * their delays s(r) − d(w) is the store's proven <i>lag</i>. A write that was sent after d(w)
 * proves nothing about w.
 *
 * <p><b>Lost.</b> There was no such read until the end of the run, and the longest delay of the key
 * exceeds twice the lag that other keys have proven. The factor is two, because a write that is
 * soon overwritten can be later than any write that was read.
 */
final class MissingWrite {
  private final long key;
  private final LossEvidence evidence;
  private final HeldReads held = new HeldReads();
  private long writeStart;
  private long writeAck;
  private int writer;
  private Found firstFound = Found.ABSENT;
  private long firstStart;
  private long firstEnd;
  private long dueNanos;
  private long outageStart;
  private long outageEnd;
  private long delayNanos;
  private boolean open;
  private boolean lost;
  private long lostReads;
  private String example = "";

  MissingWrite(long key, LossEvidence evidence) {
    this.key = key;
    this.evidence = evidence;
  }

  /**
   * Suspects the write that a stale read missed, or adds the read to an open suspicion.
   *
   * @param read judgement of the read
   * @param missedStart the start of the newest write that it missed
   */
  void suspect(Found found, Judgement read, long missedStart, long startNanos, long endNanos) {
    long ack = read.missedAckNanos();
    if (open && missedStart > firstEnd && startNanos - firstStart >= evidence.settleNanos()) {
      decide(true, read);
    }
    long[] outage = evidence.outages().between(ack, startNanos);
    if (!open) {
      open = true;
      writeStart = missedStart;
      writeAck = ack;
      writer = read.missedClient();
      firstFound = found;
      firstStart = startNanos;
      firstEnd = endNanos;
      dueNanos = evidence.dueNanos(ack, startNanos);
      outageStart = outage == null ? -1 : outage[0];
      outageEnd = outage == null ? -1 : Math.min(outage[1], startNanos);
      delayNanos = 0;
    }
    delayNanos = Math.max(delayNanos, startNanos - evidence.dueNanos(ack, startNanos));
    if (read.stage() == Judgement.Stage.MEASURED) {
      if (held.count() == 0) {
        held.first(key, startNanos, ack);
      }
      held.add(read.atLeastNanos(), read.atMostNanos(), read.versionsBehind());
    }
  }

  /**
   * Clears the suspicion if a read returned a write that shows that the store still had the row.
   *
   * @param versionStart the start of the returned write
   * @param versionAck end of the write
   * @param endNanos the end of the read
   */
  void seen(long versionStart, long versionAck, long endNanos, Judgement into) {
    if (open && versionAck >= writeStart && versionStart <= dueNanos && endNanos > firstStart) {
      evidence.sawLag(delayNanos);
      releaseAsStale(into);
    }
  }

  /**
   * Decides a suspicion by the lag that is known now.
   *
   * @param knowable false if an operation with an unknown effect may have removed the write
   * @param into receives the reads that were held back if it is not lost
   */
  void decide(boolean knowable, Judgement into) {
    if (!open) {
      return;
    }
    if (!knowable || evidence.isWithinLag(delayNanos)) {
      releaseAsStale(into);
      return;
    }
    if (!lost) {
      example = sentence();
    }
    lost = true;
    lostReads += held.count();
    held.clear();
    open = false;
  }

  private void releaseAsStale(Judgement into) {
    into.release(held);
    held.clear();
    open = false;
  }

  long key() {
    return key;
  }

  /** Returns whether a write was lost. */
  boolean isLost() {
    return lost;
  }

  /** Returns the number of measured reads that missed lost writes. */
  long lostReads() {
    return lostReads;
  }

  /** Describes the first lost write and the read that missed it. */
  String example() {
    return example;
  }

  private String sentence() {
    String what =
        switch (firstFound) {
          case ABSENT -> "no row";
          case INITIAL -> "a row from before the run";
          case WRITE, NOTHING_KNOWN -> "an older row";
        };
    return "Key %d lost the write that was acknowledged at %s%s: a read at %s%s found %s."
        .formatted(
            key,
            ConsistencyFindings.instant(writeAck),
            writer < 0 ? "" : " to client " + writer,
            ConsistencyFindings.instant(firstStart),
            outageStart < 0
                ? ""
                : ", after an outage from "
                    + ConsistencyFindings.instant(outageStart)
                    + " to "
                    + ConsistencyFindings.instant(outageEnd)
                    + ",",
            what);
  }
}
