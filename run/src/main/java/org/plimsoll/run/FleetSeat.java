package org.plimsoll.run;

import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.driver.TargetUnavailableException;
import org.plimsoll.engine.share.FillRanges;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.RunSpec.FillMode;

/**
 * The place of a run in a fleet of generators. The run calls it on the thread that executes the
 * run, and may be blocked by it; a call must return, or throw, soon after the run was stopped. A
 * run that is alone has a seat of its own, which never waits.
 *
 * <p>In the other direction, a fleet changes the {@link Shares}, and calls the methods that have an
 * instant in run time: {@code change} of {@link RunControl} and {@link Run}, and {@link
 * SeatedRun#stopAt}. It passes each generator's {@link SeatedRun#inserts} to the others with {@link
 * SeatedRun#insertsElsewhere}.
 */
public interface FleetSeat {
  /** The shares of the run's generators, and the right to send. */
  Shares shares();

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
   * @param number counts the fills of the run from 0 on
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
   * @return when it starts, which is usually a moment later; the run waits until then
   */
  Start ready(int iteration, Clock clock) throws InterruptedException;

  /**
   * The start of an iteration.
   *
   * @param startNanos an instant of this generator's clock
   * @param runNanos the same instant in run time
   */
  record Start(long startNanos, long runNanos) {}
}
