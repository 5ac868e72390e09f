package org.plimsoll.run;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
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
 * The connection of a run to its fleet. The run's thread calls its methods, which may block. A call
 * must return or throw soon after the run is stopped. The seat of a run with a single generator
 * never blocks.
 *
 * <p>In the opposite direction, a fleet changes the {@link Shares}, and calls the methods that take
 * an instant in run time: {@code change} of {@link RunControl} and {@link Run}, and {@link
 * SeatedRun#stopAt}. It passes each generator's {@link DirectedRun#inserts} to the others with
 * {@link DirectedRun#insertsElsewhere}.
 */
public interface FleetSeat {
  /** Returns the id of the run, and the instant from which its times count. Called once. */
  default RunOrigin origin(long seed, Clock clock) {
    return RunOrigin.now(seed, clock);
  }

  /**
   * Returns the initial values of the property sources, by source, if one generator has read them
   * for all. Returns null if this run must read them.
   */
  default @Nullable Map<String, Map<String, String>> sourceTexts() {
    return null;
  }

  /** Receives the run before its start. */
  default void taken(DirectedRun run) {}

  /** Returns the shares of the run's generators, and the right to send. */
  Shares shares();

  /**
   * Whether this process only shows the run, because the run is placed on other nodes. It then
   * opens no target and sends nothing. The report has the results of the generators on other nodes.
   */
  default boolean isWatching() {
    return false;
  }

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
   * @return the parts of all generators, in the same order on each
   */
  default List<ConsistencyPart> gather(ConsistencyPart own) throws InterruptedException {
    return List.of(own);
  }

  /**
   * Returns the consistency results that the generators have shared, for a run that this process
   * only shows.
   */
  default List<ConsistencyPart> consistency() {
    return List.of();
  }

  /**
   * Shares the driver's facts about the target with the processes that only show the run. Only the
   * generator with the lowest number does this. Called before the load, and does not wait for the
   * fleet.
   *
   * @param own reads the facts
   */
  default void tellFacts(Supplier<Map<String, String>> own) {}

  /** Returns the facts that a generator has shared, by name; empty before. */
  default Map<String, String> facts() {
    return Map.of();
  }

  /** A step that one generator executes on behalf of all. */
  @FunctionalInterface
  interface Step {
    String perform() throws TargetUnavailableException, InterruptedException;
  }

  /**
   * Prepares the target once on behalf of all generators, after each has opened it. It creates
   * tables, tries an operation, and counts rows.
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
   * Returns the ranges of keys that this generator writes in a fill.
   *
   * @param fill the fill, equal on all generators
   */
  FillRanges fill(Fill fill);

  /**
   * A fill of the keys of one scenario.
   *
   * @param number number of the fill: counted from 0 before the load; during the load, counted from
   *     the number with which the fleet has started it
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
   * @param iteration number of the iteration, from 1 on
   * @return the start of the iteration, usually in the near future; null if the run was stopped
   *     before it
   */
  @Nullable Start ready(int iteration, Clock clock) throws InterruptedException;

  /**
   * The start of an iteration.
   *
   * @param startNanos an instant on this generator's clock
   * @param runNanos the same instant in run time
   */
  record Start(long startNanos, long runNanos) {}

  /**
   * Returns this generator's part of a measurement that has a fixed number of operations and no
   * schedule. Called before {@link #ready} of the same iteration.
   *
   * @param iteration number of the iteration, from 1 on
   * @param operations number of operations of all generators
   * @return the quota; null if each generator sends a fixed part
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
   * has the results of all generators. Changes and the end of the run then go through the fleet.
   */
  default boolean isDirected() {
    return requests() != null;
  }

  /** Returns the requests to the fleet; null without a fleet. */
  default @Nullable FleetRequests requests() {
    return null;
  }

  /**
   * Returns the instant from which the seconds of a load are counted, so that the seconds of all
   * generators end together.
   *
   * @param startNanos start of the load
   */
  default long secondsFrom(long startNanos) {
    return startNanos;
  }

  /**
   * Waits until the report has the results of all generators for the fill or iteration that has
   * ended.
   */
  default void loadEnded() throws InterruptedException {}

  /**
   * Waits until the report has the results of all generators, after the last load, or from the
   * start of a run that this process only shows. Returns at once if called again.
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
