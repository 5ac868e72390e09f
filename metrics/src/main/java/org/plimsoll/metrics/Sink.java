package org.plimsoll.metrics;

import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.plimsoll.result.RunEvent;

/**
 * One system that is told how a run goes. What the run calls returns at once, whatever has become
 * of that system.
 */
interface Sink {
  /** The run has begun. */
  default void begin() {}

  /**
   * A second has passed, and the run's metrics are up to date.
   *
   * @param nanos of that second alone, by series; lent for the call
   */
  default void second(Map<RunMetrics.Key, Histogram> nanos) {}

  /** Something happened. */
  default void event(RunEvent event) {}

  /** What went wrong so far, as a sentence. */
  default Optional<String> trouble() {
    return Optional.empty();
  }

  /** Sends what is left, and ends; may take as long as the other side lets it. */
  void close();
}
