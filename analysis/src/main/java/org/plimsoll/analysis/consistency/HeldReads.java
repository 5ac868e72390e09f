package org.plimsoll.analysis.consistency;

/**
 * Stale reads of one key that are not counted until it is decided whether they missed a lost write.
 * Keeps their number and the figures of the first and the last one. Not thread-safe.
 */
final class HeldReads {
  private long count;
  private long firstAtLeast;
  private long lastAtLeast;
  private long firstAtMost;
  private long lastAtMost;
  private int behind;
  private long key;
  private long startNanos;
  private long missedAckNanos;

  /**
   * Adds a read.
   *
   * @param atLeastNanos the lower bound of its staleness
   * @param versionsBehind the number of versions that it was behind
   */
  void add(long atLeastNanos, long atMostNanos, int versionsBehind) {
    if (count == 0) {
      firstAtLeast = atLeastNanos;
      firstAtMost = atMostNanos;
    }
    lastAtLeast = atLeastNanos;
    lastAtMost = atMostNanos;
    behind = versionsBehind;
    count++;
  }

  /** Sets the first read, and the acknowledgement of the write that it missed. */
  void first(long ofKey, long readStartNanos, long ackNanos) {
    key = ofKey;
    startNanos = readStartNanos;
    missedAckNanos = ackNanos;
  }

  /** Moves all reads of another object to this one. */
  void take(HeldReads other) {
    count = other.count;
    firstAtLeast = other.firstAtLeast;
    lastAtLeast = other.lastAtLeast;
    firstAtMost = other.firstAtMost;
    lastAtMost = other.lastAtMost;
    behind = other.behind;
    key = other.key;
    startNanos = other.startNanos;
    missedAckNanos = other.missedAckNanos;
  }

  void clear() {
    count = 0;
  }

  long count() {
    return count;
  }

  /**
   * Returns the lower bound of the staleness of a read. Between the first and the last read it is
   * interpolated, because the staleness grows with the time of the read.
   */
  long atLeastNanos(long read) {
    return between(firstAtLeast, lastAtLeast, read);
  }

  /** Returns the upper bound of the staleness of a read, like {@link #atLeastNanos}. */
  long atMostNanos(long read) {
    return between(firstAtMost, lastAtMost, read);
  }

  /** Returns the number of versions that the last read was behind. */
  int versionsBehind() {
    return behind;
  }

  /** Describes the first read in a sentence. */
  String tell() {
    return ("A read of key %d at %s missed a write acknowledged at %s, which another read saw"
            + " or another write replaced.")
        .formatted(
            key,
            ConsistencyFindings.instant(startNanos),
            ConsistencyFindings.instant(missedAckNanos));
  }

  private long between(long first, long last, long read) {
    return count < 2 ? last : first + (long) ((last - first) * ((double) read / (count - 1)));
  }
}
