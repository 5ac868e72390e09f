package org.plimsoll.run;

import org.plimsoll.run.second.GeneratorSecond;

/**
 * What a run makes of the seconds of its generators. Times are in nanoseconds since the start of
 * the run. Thread-safe.
 */
public interface RunReport {
  /** Instead of an instant while nobody has taken over a part. */
  long NOT_TAKEN_OVER = Long.MAX_VALUE;

  /**
   * Adds what a generator measured in a second, or in a part of one. One that was added before is
   * ignored. One whose interval was created without it is added to the totals, and told as an
   * addition to that interval.
   */
  void add(GeneratorSecond second);

  /** Creates the interval of all that was added since the last one. */
  void tell(long atNanos);

  /**
   * Reports that a generator was lost. What it sent and did not report is unfinished. Called again
   * when it is known that others take over its part.
   *
   * @param fromNanos since when it had a part
   * @param untilNanos when others take over its part, or {@link #NOT_TAKEN_OVER}
   */
  void lost(int generator, long fromNanos, long untilNanos);
}
