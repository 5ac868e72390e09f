package org.plimsoll.analysis.tune;

import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Summary;

/**
 * A running measurement as seen by its pilot, with a load to set and steps to measure. All calls
 * come from actions run by {@link #at}, one after another.
 */
public interface Rig {
  long nowNanos();

  /** Runs an action at an instant. */
  void at(long nanos, Runnable action);

  /** Sets the load from now on: operations per second of an open load, workers of a closed one. */
  void load(double level);

  /**
   * Sends almost nothing from now on; operations in flight keep the limits of the previous level.
   */
  void idle(double levelBefore);

  /** The number of operations in flight or in the backlog. */
  int outstanding();

  /**
   * Starts a step, which records operations intended from an instant on. The instant may be in the
   * future.
   */
  void begin(String name, long atNanos);

  /** Ends recording: operations intended from an instant on belong to no step. */
  void leave(long atNanos);

  /** Reads the step's records so far, and the driver's counters of the whole run. */
  <T> T read(BiFunction<Map<OperationType, Totals>, Map<String, Long>, T> view);

  /** The figures of the target's own numbers in the step so far, by the name of the series. */
  default Map<String, SeriesFigures> series() {
    return Map.of();
  }

  /**
   * Ends the step and returns its summary; null if it never started.
   *
   * @param untilNanos when its last operation was due
   * @param isWhole whether all its operations have ended; otherwise those in flight are left out
   */
  @Nullable Summary end(long untilNanos, boolean isWhole);

  /** Sends an event to the run's listeners. */
  void event(String text);

  /** Sets the run's summary to that of a step. */
  void nominate(Summary summary);

  /** Ends the run. */
  void stop();
}
