package org.plimsoll.run;

import org.plimsoll.run.second.GeneratorSecond;

/**
 * The report of a run, created from the one-second results of its generators. Times are in
 * nanoseconds since the start of the run. Thread-safe.
 */
public interface RunReport {
  /** The value for a share that no generator has taken over. */
  long NOT_TAKEN_OVER = Long.MAX_VALUE;

  /**
   * Adds the result of a generator for a second or a part of one. Repeated results are ignored. A
   * late result is added to the totals, and reported as an addition to its interval.
   */
  void add(GeneratorSecond second);

  /** Creates the interval of all results since the last interval. */
  void tell(long atNanos);

  /**
   * Records the loss of a generator. Unreported operations of the generator count as unfinished.
   * Called again when other generators have taken over its share.
   *
   * @param fromNanos start of the generator's share
   * @param untilNanos time at which other generators take over its share, or {@link
   *     #NOT_TAKEN_OVER}
   */
  void lost(int generator, long fromNanos, long untilNanos);
}
