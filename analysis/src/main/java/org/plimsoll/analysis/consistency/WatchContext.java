package org.plimsoll.analysis.consistency;

/**
 * The context that all watches of one run share.
 *
 * @param run identifies this process's part of the run in the rows; not 0
 * @param originNanos the clock's time at the start; {@code originEpochNanos} is the same time since
 *     1970
 * @param ignoresMissing whether rows may vanish, as in a cache
 * @param others operations of other generators on the keys
 * @param sample the followed keys
 * @param history receives the recorded operations
 * @param outages receives the failures of the target
 * @param judgements receives each judged read
 */
record WatchContext(
    int run,
    long originNanos,
    long originEpochNanos,
    boolean ignoresMissing,
    OtherWriters others,
    KeySample sample,
    OperationHistory history,
    Outages outages,
    Judgements judgements) {
  /** Receives the judgements of reads, on the threads that complete them. */
  interface Judgements {
    /**
     * Receives the judgement of a read.
     *
     * @param judgement reused for the next read
     * @param story describes the read in a sentence
     */
    void judged(KeyHistory key, Judgement judgement, Tally.Story story);

    /** Returns the stage of a read that started at this time since the origin. */
    Judgement.Stage stage(long startNanos);
  }

  /** Converts a time of the clock to nanoseconds since the origin. */
  long sinceOrigin(long nanos) {
    return Math.max(0, nanos - originNanos);
  }

  /** Converts nanoseconds since the origin to nanoseconds since 1970. */
  long epochNanos(long sinceOriginNanos) {
    return originEpochNanos + sinceOriginNanos;
  }

  /** Converts nanoseconds since 1970 to nanoseconds since the origin. */
  long fromEpoch(long epochNanos) {
    return epochNanos - originEpochNanos;
  }
}
