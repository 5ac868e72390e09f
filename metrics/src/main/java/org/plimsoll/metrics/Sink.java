package org.plimsoll.metrics;

import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Summary;

/**
 * A system that receives a run's metrics and events. Methods called by the run return at once, even
 * if the system is unreachable.
 */
interface Sink {
  /** Called at the start of the run, before {@link #begin}. */
  default void started(RunStart start) {}

  /** Called at the start of the run. */
  default void begin() {}

  /**
   * Called every second, after the run's metrics are updated.
   *
   * @param nanos histograms of that second only, by series; valid during the call
   */
  default void second(Map<RunMetrics.Key, Histogram> nanos) {}

  /** Called for each event of the run. */
  default void event(RunEvent event) {}

  /** Called at the end of the run, unless it failed. */
  default void finished(Summary summary) {}

  /** Called at the end of a run without a result. */
  default void failed(String problem) {}

  /** Returns a sentence about failures so far, or empty. */
  default Optional<String> trouble() {
    return Optional.empty();
  }

  /** Sends the remaining data and closes the sink. This may take as long as the receiver needs. */
  void close();
}
