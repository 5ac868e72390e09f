package org.plimsoll.analysis.consistency;

/** The judgement of one read by {@link KeyHistory}; reused by the calling thread. */
final class Judgement {
  /** Classification of a read. */
  enum Kind {
    /**
     * It is unknown which value the read returned, or whether the value had been overwritten in
     * time.
     */
    UNJUDGED,
    /** No write that was acknowledged before the read started is newer. */
    FRESH,
    /** Fresh, and the returned write had not been acknowledged when the read started. */
    AHEAD,
    /** The returned value had been overwritten before the read started. */
    STALE,
    /** Stale, and the missed write may be lost: {@link MissingWrite} decides later. */
    HELD
  }

  /** The stages of a run in which reads are judged. */
  enum Stage {
    /** The read is not counted, but its result is evidence for other reads. */
    BEFORE,
    /** The read counts. */
    MEASURED,
    /** The read checks the final state. */
    READ_BACK
  }

  private final HeldReads released = new HeldReads();
  private Stage stage = Stage.MEASURED;
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
    released.clear();
  }

  /** Sets the stage of the reads that follow. */
  void stage(Stage newStage) {
    stage = newStage;
  }

  Stage stage() {
    return stage;
  }

  /** Holds back a stale read until the missed write is classified. */
  void hold() {
    kind = Kind.HELD;
  }

  /** Adds earlier held-back reads that are now known to be stale. */
  void release(HeldReads reads) {
    released.take(reads);
  }

  /** Returns earlier reads that this read shows to be stale. */
  HeldReads released() {
    return released;
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

  /** Lower bound of the staleness of a stale read. */
  long atLeastNanos() {
    return atLeastNanos;
  }

  long atMostNanos() {
    return atMostNanos;
  }

  /** Time from the last acknowledgement to the read; -1 if there was none. */
  long sinceAckNanos() {
    return sinceAckNanos;
  }

  /** Returns whether the read saw the last acknowledged write, or a newer one. */
  boolean sees() {
    return sees;
  }

  boolean isChecked(Guarantee guarantee) {
    return (checked & 1 << guarantee.ordinal()) != 0;
  }

  boolean isViolated(Guarantee guarantee) {
    return (violated & 1 << guarantee.ordinal()) != 0;
  }

  /** Returns the newest write that a stale read missed. */
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
