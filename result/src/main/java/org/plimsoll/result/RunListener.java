package org.plimsoll.result;

import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * Whoever wants to know how a run goes: its folder, a terminal, a page. Called by one thread at a
 * time, in the order below; intervals and events alternate freely.
 */
public interface RunListener {
  /** The run is about to begin; called once, first. */
  default void started(RunStart start) {}

  /**
   * A second has passed.
   *
   * @param histograms nanoseconds of the interval by tag, such as {@code read/response}, {@code
   *     read/service}, {@code all/response} and {@code dispatch-lag}; lent for the call
   */
  default void interval(Interval interval, Map<String, Histogram> histograms) {}

  /** Something happened that explains the numbers. */
  default void event(RunEvent event) {}

  /** What went wrong with listening so far and belongs into the summary; nothing, mostly. */
  default Optional<Summary.Finding> trouble() {
    return Optional.empty();
  }

  /**
   * The run broke off: a target that could not be used, or a defect. Called instead of {@link
   * #finished}, last, and also when the run never started.
   *
   * @param problem one sentence for the user
   */
  default void failed(String problem) {}

  /** The run has ended; called once, last, unless the process is killed. */
  default void finished(Summary summary) {}
}
