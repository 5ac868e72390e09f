package org.plimsoll.run;

import org.plimsoll.run.second.GeneratorSecond;

/**
 * What a run makes of the seconds of its generators. Times are in nanoseconds since the start of
 * the run. Thread-safe.
 */
public interface RunReport {
  /**
   * Adds what a generator measured in a second, or in a part of one. One that was added before is
   * ignored. One whose interval was created without it is added to the totals, and told as an
   * addition to that interval.
   */
  void add(GeneratorSecond second);

  /** Creates the interval of all that was added since the last one. */
  void tell(long atNanos);

  /**
   * Reports that a generator was lost. What it sent and did not report is unfinished.
   *
   * @param untilNanos when others took over its part
   */
  void lost(int generator, long untilNanos);
}
