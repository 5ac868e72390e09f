package org.plimsoll.analysis.tune;

import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Summary;

/**
 * A run under way, as its pilot sees it: a load to set, and steps to measure. All calls come from
 * actions that {@link #at} runs, one after the other.
 */
public interface Rig {
  long nowNanos();

  /** Runs an action at an instant. */
  void at(long nanos, Runnable action);

  /** Sets the load, from now on: operations per second of an open load, workers of a closed one. */
  void load(double level);

  /** Sends next to nothing from now on; what is under way keeps the room of the level before. */
  void idle(double levelBefore);

  /** Operations that are under way, or wait for room. */
  int outstanding();

  /** Begins a step: what is intended from an instant on, which may be ahead, is recorded in it. */
  void begin(String name, long atNanos);

  /** What is intended from an instant on belongs to no step. */
  void leave(long atNanos);

  /** Shows what the step has recorded so far, and what the driver has counted in the whole run. */
  <T> T read(BiFunction<Map<OperationType, Totals>, Map<String, Long>, T> view);

  /**
   * Ends the step and sums it up; null if it never began.
   *
   * @param untilNanos when its last operation was due
   * @param isWhole whether all of it has ended; what has not is otherwise left out
   */
  @Nullable Summary end(long untilNanos, boolean isWhole);

  /** Tells the listeners of the run. */
  void event(String text);

  /** Makes the run's summary that of a step. */
  void nominate(Summary summary);

  /** Ends the run. */
  void stop();
}
