package org.plimsoll.analysis.consistency;

/** What {@link KeyHistory} thinks of one read; used again and again by the thread that asks. */
final class Judgement {
  /** What a read is. */
  enum Kind {
    /** What it returned is not known, or whether it was overwritten in time is not. */
    UNJUDGED,
    /** Nothing that was acknowledged before it began is newer. */
    FRESH,
    /** So, and the write that it returned had not been acknowledged when it began. */
    AHEAD,
    /** What it returned had been overwritten before it began. */
    STALE
  }

  private Kind kind = Kind.UNJUDGED;
  private int versionsBehind;
  private long atLeastNanos;
  private long atMostNanos;
  private long sinceAckNanos;
  private boolean sees;
  private int checked;
  private int violated;
  private long missedWrite;
  private long missedAckNanos;
  private int missedClient;

  void clear() {
    kind = Kind.UNJUDGED;
    versionsBehind = 0;
    sinceAckNanos = -1;
    checked = 0;
    violated = 0;
  }

  void stale(int behind, long newAtLeastNanos, long newAtMostNanos) {
    kind = Kind.STALE;
    versionsBehind = behind;
    atLeastNanos = newAtLeastNanos;
    atMostNanos = newAtMostNanos;
  }

  void missed(long write, long ackNanos, int client) {
    missedWrite = write;
    missedAckNanos = ackNanos;
    missedClient = client;
  }

  void fresh(boolean isAhead) {
    kind = isAhead ? Kind.AHEAD : Kind.FRESH;
  }

  void concurrent() {
    kind = Kind.UNJUDGED;
  }

  void visibility(long newSinceAckNanos, boolean newSees) {
    sinceAckNanos = newSinceAckNanos;
    sees = newSees;
  }

  void check(Guarantee guarantee, boolean isViolated) {
    checked |= 1 << guarantee.ordinal();
    violated |= isViolated ? 1 << guarantee.ordinal() : 0;
  }

  Kind kind() {
    return kind;
  }

  int versionsBehind() {
    return versionsBehind;
  }

  /** Bounds of the staleness of a stale read. */
  long atLeastNanos() {
    return atLeastNanos;
  }

  long atMostNanos() {
    return atMostNanos;
  }

  /** Time from the last acknowledgement to the read; -1 where there was none. */
  long sinceAckNanos() {
    return sinceAckNanos;
  }

  /** Whether the read saw that write, or a newer one. */
  boolean sees() {
    return sees;
  }

  boolean isChecked(Guarantee guarantee) {
    return (checked & 1 << guarantee.ordinal()) != 0;
  }

  boolean isViolated(Guarantee guarantee) {
    return (violated & 1 << guarantee.ordinal()) != 0;
  }

  /** The newest write that a stale read missed. */
  long missedWrite() {
    return missedWrite;
  }

  long missedAckNanos() {
    return missedAckNanos;
  }

  int missedClient() {
    return missedClient;
  }
}
