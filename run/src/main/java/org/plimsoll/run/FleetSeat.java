package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.consistency.ConsistencyPart;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.Quota;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.run.second.GeneratorSecond;

/**
 * The connection of a run to its fleet. The run's thread calls the methods, which may block. A call
 * must return or throw soon after the run was stopped. The seat of a run with a single generator
 * never blocks.
 *
 * <p>In the other direction, a fleet changes the {@link Shares}, and calls the methods that have an
 * instant in run time: {@code change} of {@link RunControl} and {@link Run}, and {@link
 * SeatedRun#stopAt}. It passes each generator's {@link DirectedRun#inserts} to the others with
 * {@link DirectedRun#insertsElsewhere}.
 */
public interface FleetSeat {
  /** The id of the run, and the instant from which its times count. Called once. */
  default RunOrigin origin(long seed, Clock clock) {
    return RunOrigin.now(seed, clock);
  }

  /**
   * Returns the initial values of the property sources by source, which one generator has read for
   * all; null if this run reads them.
   */
  default @Nullable Map<String, Map<String, String>> sourceTexts() {
    return null;
  }

  /** Receives the run before its start. */
  default void taken(DirectedRun run) {}

  /** The shares of the run's generators, and the right to send. */
  Shares shares();

  /**
   * Executes a step once on behalf of all generators.
   *
   * @param name the name of the step in the run
   * @param own executes the step; called on one generator only
   * @return the result of the executing generator
   */
  default String once(String name, Step own)
      throws TargetUnavailableException, InterruptedException {
    return own.perform();
  }

  /**
   * Shares the consistency results of this generator, and waits for the results of the others. Does
   * not wait for generators that have left. Called once.
   *
   * @return the parts of all generators, in the same order at each
   */
  default List<ConsistencyPart> gather(ConsistencyPart own) throws InterruptedException {
    return List.of(own);
  }

  /** A step that one generator executes on behalf of all. */
  @FunctionalInterface
  interface Step {
    String perform() throws TargetUnavailableException, InterruptedException;
  }

  /**
   * Prepares the target once on behalf of all generators, after each has opened it: creates tables,
   * tries an operation, and counts rows.
   *
   * @param own executes the step; called on one generator only
   * @return the result of the executing generator
   */
  FillMode prepare(Preparation own) throws TargetUnavailableException, InterruptedException;

  /** Prepares the target, and returns the mode of the fill. */
  @FunctionalInterface
  interface Preparation {
    FillMode perform() throws TargetUnavailableException;
  }

  /**
   * The ranges of keys that this generator writes in a fill.
   *
   * @param fill the fill, equal on all generators
   */
  FillRanges fill(Fill fill);

  /**
   * A fill of the keys of one scenario.
   *
   * @param number counts the fills before the load from 0 on; those of a fill during the load
   *     follow the number with which the fleet has started it
   * @param scenario name of the scenario
   * @param from first position
   * @param to end of the positions, exclusive
   */
  record Fill(int number, String scenario, long from, long to, FillMode mode) {}

  /** Ends the fills once on behalf of all generators, when all of them have written their keys. */
  void filled(Ending own) throws TargetUnavailableException, InterruptedException;

  /** Reports the end of the fills to the target. */
  @FunctionalInterface
  interface Ending {
    void perform() throws TargetUnavailableException;
  }

  /**
   * Reports that this generator is ready for an iteration, and waits until all generators are
   * ready.
   *
   * @param iteration counts from 1
   * @return the start of the iteration, usually shortly ahead; null if the run was stopped before
   */
  @Nullable Start ready(int iteration, Clock clock) throws InterruptedException;

  /**
   * The start of an iteration.
   *
   * @param startNanos an instant of this generator's clock
   * @param runNanos the same instant in run time
   */
  record Start(long startNanos, long runNanos) {}

  /**
   * Returns the operations of this generator in a measurement of a fixed number of operations
   * without a schedule. Called before {@link #ready} of the same iteration.
   *
   * @param iteration counts from 1
   * @param operations number of operations of all generators
   * @return null if each generator sends a fixed part
   */
  default @Nullable Quota quota(int iteration, long operations) {
    return null;
  }

  /** Receives a one-second result of this generator, for the report of all generators. */
  default void measured(GeneratorSecond second, RunReport report) {
    report.add(second);
  }

  /**
   * Whether a fleet directs the run. If so, the seat calls {@link RunReport#tell} when the report
   * has the results of all generators, and changes and the end of the run go through the fleet.
   */
  default boolean isDirected() {
    return requests() != null;
  }

  /** Returns the requests to the fleet; null without a fleet. */
  default @Nullable FleetRequests requests() {
    return null;
  }

  /**
   * Returns the instant from which the seconds of a load count, so that the seconds of all
   * generators end together.
   *
   * @param startNanos start of the load
   */
  default long secondsFrom(long startNanos) {
    return startNanos;
  }

  /** Waits until the report has all results of the generators for the ended fill or iteration. */
  default void loadEnded() throws InterruptedException {}

  /**
   * Waits until the report has all results of the generators, after the last load. Returns at once
   * if called again.
   */
  default void loadsEnded() throws InterruptedException {}

  /**
   * Requests the end of the run on all generators.
   *
   * @param aborts whether to end without waiting for operations in flight
   * @return false if only this generator's run ends
   */
  default boolean stop(boolean aborts) {
    return false;
  }
}
