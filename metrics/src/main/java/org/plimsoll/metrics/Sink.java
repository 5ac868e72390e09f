package org.plimsoll.metrics;

import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.RunEvent;

/**
 * A system that receives a run's metrics and events. Methods called by the run return at once, even
 * if the system is unreachable.
 */
interface Sink {
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

  /** A sentence about failures so far, or empty. */
  default Optional<String> trouble() {
    return Optional.empty();
  }

  /** Sends the remaining data and closes the sink. It may take as long as the other side takes. */
  void close();
}
