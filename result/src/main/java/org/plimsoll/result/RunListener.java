package org.plimsoll.result;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * A listener to the progress of a run, such as its folder, a terminal or a page. Called by one
 * thread at a time, in the order in which the methods are declared. Intervals and events may
 * alternate.
 */
public interface RunListener {
  /** Called first, once, before the run starts. */
  default void started(RunStart start) {}

  /**
   * Called after each second.
   *
   * @param histograms values of the interval in nanoseconds, by tag, such as {@code read/response},
   *     {@code read/service}, {@code all/response} and {@code dispatch-lag}; valid only during the
   *     call
   */
  default void interval(Interval interval, Map<String, Histogram> histograms) {}

  /**
   * Called when late figures of an earlier second arrive from a disconnected generator.
   *
   * @param interval late figures: counts and rates to add, and histograms to merge
   * @param histograms as in {@link #interval}
   */
  default void added(Interval interval, Map<String, Histogram> histograms) {}

  /** Called for each event of the run. */
  default void event(RunEvent event) {}

  /**
   * Called at most once a second, if operations have failed since the last call.
   *
   * @param samples the last failed operations of the run so far
   */
  default void errorSamples(ErrorSamples samples) {}

  /**
   * Called at most once a second, if anything was logged since the last call.
   *
   * @param lines the lines in their order, without secrets
   */
  default void log(List<LogLine> lines) {}

  /** Returns a finding for the summary if the listener itself failed; usually empty. */
  default Optional<Summary.Finding> trouble() {
    return Optional.empty();
  }

  /**
   * Called last, instead of {@link #finished}, if the run failed because of an unusable target or a
   * defect. It is also called if the run never started.
   *
   * @param problem one sentence for the user
   */
  default void failed(String problem) {}

  /** Called last, once, when the run has ended, unless the process is killed. */
  default void finished(Summary summary) {}
}
