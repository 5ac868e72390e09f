package org.plimsoll.analysis.consistency;

/**
 * What all watches of one run share.
 *
 * @param run names this process's part of the run in the rows, not 0
 * @param originNanos the clock's time at the start, and {@code originEpochNanos} the same since
 *     1970
 * @param ignoresMissing whether rows may vanish, as in a cache
 * @param sample the keys that are followed
 * @param history the operations that are kept
 * @param judgements receives each read that was judged
 */
record WatchContext(
    int run,
    long originNanos,
    long originEpochNanos,
    boolean ignoresMissing,
    KeySample sample,
    OperationHistory history,
    Judgements judgements) {
  /** Receives the judgements of reads, on the threads that complete them. */
  @FunctionalInterface
  interface Judgements {
    /**
     * A read of a key was judged.
     *
     * @param judgement reused for the next read
     * @param startNanos when the read began, since the origin
     * @param story describes the read in a sentence
     */
    void judged(KeyHistory key, Judgement judgement, long startNanos, Tally.Story story);
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
