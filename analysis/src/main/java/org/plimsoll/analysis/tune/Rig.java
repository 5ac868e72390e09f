package org.plimsoll.analysis.tune;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Summary;

/**
 * A running measurement as seen by its pilot, with one step after another to measure. The load may
 * come from many generators: a reading is what all of them have measured. All calls, and those of a
 * {@link Watcher}, come one after another.
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
   * What was measured in a step until an instant.
   *
   * @param outstanding number of operations in flight or in the backlog
   * @param totals of the operations intended in the step
   * @param counters the driver's counters of the whole run
   * @param series figures of the target's own numbers in the step, by the name of the series
   */
  record Reading(
      long atNanos,
      int outstanding,
      Map<OperationType, Totals> totals,
      Map<String, Long> counters,
      Map<String, SeriesFigures> series) {}

  /** Hears what becomes of a step. */
  interface Watcher {
    /** Operations intended from {@code fromNanos} on belong to the step. */
    void begun(long fromNanos, Reading reading);

    /** A part of the step has passed. */
    void part(Reading reading);

    /** Operations intended from {@code untilNanos} on belong to no step. */
    void left(long untilNanos, Reading reading);

    /**
     * All operations of the step have ended, or are not awaited any more.
     *
     * @param summary null if the step has not begun
     */
    void ended(Reading reading, @Nullable Summary summary);

    /** Not all generators have measured the step, such as one that was lost. Nothing follows. */
    void lost();
  }

  /** Sets the load and begins a step. */
  void begin(Step step, Watcher watcher);

  /** Ends the step that is being measured. */
  void leave();

  /** Sends an event to the run's listeners. */
  void event(String text);

  /** Tells the pilots of all generators of a trial that has ended, this one among them. */
  void tried(Trial trial);

  /** Sets the run's summary to that of a step. */
  void nominate(Summary summary);

  /** Ends the run. */
  void stop();
}
