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
 * The place of a run in a fleet of generators. The run calls it on the thread that executes the
 * run, and may be blocked by it; a call must return, or throw, soon after the run was stopped. A
 * run that is alone has a seat of its own, which never waits.
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
   * The values of the run's property sources at its start, by the names of the sources, which one
   * generator has read for all; null if this run reads them.
   */
  default @Nullable Map<String, Map<String, String>> sourceTexts() {
    return null;
  }

  /** Takes the run, which has not begun. */
  default void taken(DirectedRun run) {}

  /** The shares of the run's generators, and the right to send. */
  Shares shares();

  /**
   * Performs a step once for all generators.
   *
   * @param name of the step in the run
   * @param own performs it; called by the one generator that is to do it
   * @return the result of whoever did it
   */
  default String once(String name, Step own)
      throws TargetUnavailableException, InterruptedException {
    return own.perform();
  }

  /**
   * Tells all generators what this one has found of the target's consistency, and waits for what
   * the others have found; those that are lost, or take no part any more, are not waited for.
   * Called once.
   *
   * @return the parts of all generators, in the same order at each
   */
  default List<ConsistencyPart> gather(ConsistencyPart own) throws InterruptedException {
    return List.of(own);
  }

  /** A step that one generator performs for all. */
  @FunctionalInterface
  interface Step {
    String perform() throws TargetUnavailableException, InterruptedException;
  }

  /**
   * Prepares the target once for all generators, after each has opened it: creates its tables,
   * tries an operation, and counts its rows.
   *
   * @param own performs it; called by the one generator that is to do it
   * @return the result of whoever did it
   */
  FillMode prepare(Preparation own) throws TargetUnavailableException, InterruptedException;

  /** Prepares the target, and returns how it is to be filled. */
  @FunctionalInterface
  interface Preparation {
    FillMode perform() throws TargetUnavailableException;
  }

  /**
   * The ranges of keys that this generator writes in a fill.
   *
   * @param fill the fill, as all generators describe it
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

  /** Ends the fills once for all generators, when all of them have written their keys. */
  void filled(Ending own) throws TargetUnavailableException, InterruptedException;

  /** Reports the end of the fills to the target. */
  @FunctionalInterface
  interface Ending {
    void perform() throws TargetUnavailableException;
  }

  /**
   * Reports that this generator is ready for an iteration, whose loads are compiled and rehearsed,
   * and waits until all are.
   *
   * @param iteration counts from 1
   * @return when it starts, which is usually a moment later; the run waits until then. Null if the
   *     run was stopped before
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
   * The operations that this generator takes of a measurement that ends with a number of them,
   * where no schedule says who sends which. Called before {@link #ready} of the same iteration.
   *
   * @param iteration counts from 1
   * @param operations number of operations of all generators
   * @return null if each generator takes a fixed part
   */
  default @Nullable Quota quota(int iteration, long operations) {
    return null;
  }

  /** Receives what this generator measured; the report is to get that of all generators. */
  default void measured(GeneratorSecond second, RunReport report) {
    report.add(second);
  }

  /**
   * Whether a fleet directs the run. Then the seat calls {@link RunReport#tell} when the report has
   * the seconds of all generators, and changes and the end of the run are asked of the fleet.
   */
  default boolean isDirected() {
    return requests() != null;
  }

  /** What is asked of the fleet that directs the run; null if none does. */
  default @Nullable FleetRequests requests() {
    return null;
  }

  /**
   * The instant from which the seconds of a load count, so that those of all generators end
   * together.
   *
   * @param startNanos start of the load
   */
  default long secondsFrom(long startNanos) {
    return startNanos;
  }

  /**
   * Waits until the report has all that the generators measured in the fill or iteration that has
   * ended here.
   */
  default void loadEnded() throws InterruptedException {}

  /**
   * Called when no load follows: waits until the report has all that the generators measured.
   * Called again, it returns at once.
   */
  default void loadsEnded() throws InterruptedException {}

  /**
   * Asks for the end of the run at all generators.
   *
   * @param aborts whether nothing that is in flight is awaited
   * @return false if only this run is to end
   */
  default boolean stop(boolean aborts) {
    return false;
  }
}
