package org.plimsoll.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.engine.share.InsertProgress;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.EventKind;

/**
 * The calls of a fleet to the run of one generator. Its methods affect only this generator.
 * Thread-safe.
 */
public interface DirectedRun {
  /** Changes parameters. */
  @FunctionalInterface
  interface Changer {
    /**
     * Changes parameters from an instant on, all or nothing.
     *
     * @param sources all texts of each changed property source, by the name of the source
     * @param texts new values by path; null removes a live change
     * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}
     * @throws org.plimsoll.engine.spec.InvalidSpecException if the change is refused
     */
    void change(
        Map<String, Map<String, String>> sources,
        Map<String, @Nullable String> texts,
        String who,
        long runNanos);
  }

  /** Changes the parameters of this generator. */
  Changer changer();

  /**
   * Starts and stops reads and writes from an instant on.
   *
   * @param fleet switches of reads and writes for the whole fleet, which determine the schedule
   * @param own switches of reads and writes for this generator
   */
  void switchSides(Switches fleet, Switches own, String who, long runNanos);

  /**
   * Starts this generator's part of a fill during the load.
   *
   * @param firstNumber number of its first fill, see {@link FleetSeat.Fill}
   * @throws org.plimsoll.engine.spec.InvalidSpecException if a fill is in progress
   */
  void startFill(String who, int firstNumber);

  /** Ends this generator's part of a fill. */
  void stopFill(String who);

  /**
   * Starts or ends a step of a search at an instant.
   *
   * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}
   */
  void order(StepOrder order, long runNanos);

  /** Called at the end of a trial of a search, in the same order on all generators. */
  void tried(Trial trial);

  /** Ends the load early, or ends a search. */
  void stop();

  /** Ends the run at once. */
  void abort();

  /** Performs an action on the thread that creates intervals; has no effect after the run. */
  void perform(Runnable action);

  /** Reports an event of the fleet to the listeners. */
  void tell(EventKind kind, String text);

  /**
   * Returns the changed progress of this generator's inserts since the last call, by the first key
   * of the sequence.
   */
  Map<Long, InsertProgress> inserts();

  /**
   * Receives the progress of another generator's inserts, so that reads of recent keys include its
   * keys. Reports may be lost or repeated.
   *
   * @param firstKey first key of the sequence, see {@link #inserts}
   */
  void insertsElsewhere(long firstKey, InsertProgress progress);

  /** Returns the report, which combines the one-second results of the generators. */
  RunReport report();
}
