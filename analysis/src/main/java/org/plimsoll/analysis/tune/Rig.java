package org.plimsoll.analysis.tune;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Summary;

/**
 * A running measurement as its pilot controls it, divided into steps. The load may come from many
 * generators; a reading combines the results of all of them. All calls, including those of a {@link
 * Watcher}, are sequential.
 */
public interface Rig {
  long nowNanos();

  /** Runs an action at an instant. */
  void at(long nanos, Runnable action);

  /**
   * A step of the measurement.
   *
   * @param level operations per second of an open load, workers of a closed one
   * @param settleNanos time from the change of the load to the start of the step
   * @param partNanos time between two readings
   * @param drains whether the load is idle after the step until all its operations have ended
   */
  record Step(String name, double level, long settleNanos, long partNanos, boolean drains) {}

  /**
   * The measurements of a step until an instant.
   *
   * @param outstanding number of operations in flight or in the backlog
   * @param totals totals of the operations intended in the step
   * @param counters the driver's counters of the whole run
   * @param series telemetry figures of the step, by the name of the series
   */
  record Reading(
      long atNanos,
      int outstanding,
      Map<OperationType, Totals> totals,
      Map<String, Long> counters,
      Map<String, SeriesFigures> series) {}

  /** Receives the progress of a step. */
  interface Watcher {
    /**
     * Called when the step has started. Operations intended from {@code fromNanos} on belong to it.
     */
    void begun(long fromNanos, Reading reading);

    /** Called at the end of each part of the step. */
    void part(Reading reading);

    /**
     * Called when the step has ended. Operations intended from {@code untilNanos} on belong to no
     * step.
     */
    void left(long untilNanos, Reading reading);

    /**
     * Called when all operations of the step have ended, or are no longer awaited.
     *
     * @param summary the summary; null if the step has not started
     */
    void ended(Reading reading, @Nullable Summary summary);

    /**
     * Called if a generator has not measured the step, because it was lost. No further call
     * follows.
     */
    void lost();
  }

  /** Sets the load and starts a step. */
  void begin(Step step, Watcher watcher);

  /** Ends the step that is being measured. */
  void leave();

  /** Sends an event to the run's listeners. */
  void event(String text);

  /** Sends an ended trial to the pilots of all generators, including this one. */
  void tried(Trial trial);

  /** Uses the summary of a step as the summary of the run. */
  void nominate(Summary summary);

  /** Ends the run. */
  void stop();
}
