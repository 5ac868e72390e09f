package org.plimsoll.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.tune.Trial;
import org.plimsoll.engine.share.InsertProgress;
import org.plimsoll.engine.spec.Switches;
import org.plimsoll.result.EventKind;

/**
 * A run of one of several generators, as the fleet that directs it needs it. Its methods concern
 * this generator alone, and do not ask the fleet. Thread-safe.
 */
public interface DirectedRun {
  /** Changes parameters. */
  @FunctionalInterface
  interface Changer {
    /**
     * Changes parameters from an instant on, all or nothing.
     *
     * @param sources all texts of each property source that changes, by its name
     * @param texts new values by path; null removes a live change
     * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}
     * @throws org.plimsoll.engine.spec.InvalidSpecException when a change is refused
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
   * Starts and stops sides of the load from an instant on.
   *
   * @param fleet the sides that are on in the whole fleet, whose schedule follows them
   * @param own the sides that are on at this generator of those
   */
  void switchSides(Switches fleet, Switches own, String who, long runNanos);

  /**
   * Starts this generator's part of a fill during the load.
   *
   * @param firstNumber number of its first fill, see {@link FleetSeat.Fill}
   * @throws org.plimsoll.engine.spec.InvalidSpecException when a fill is in progress
   */
  void startFill(String who, int firstNumber);

  /** Ends this generator's part of a fill. */
  void stopFill(String who);

  /**
   * Begins or ends a step of a search at an instant.
   *
   * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}
   */
  void order(StepOrder order, long runNanos);

  /** A trial of a search has ended, which all generators hear of in the same order. */
  void tried(Trial trial);

  /** Ends the load: early, or as the search has ended. */
  void stop();

  /** Ends the run at once. */
  void abort();

  /** Performs an action on the thread that creates intervals; has no effect after the run. */
  void perform(Runnable action);

  /** Reports an event of the fleet to the listeners. */
  void tell(EventKind kind, String text);

  /**
   * How far the inserts of this generator are, by the first key of their sequence. Each call
   * reports what has changed since the last one.
   */
  Map<Long, InsertProgress> inserts();

  /**
   * Reports how far the inserts of another generator are, so that reads that follow inserts also
   * request its keys. Reports may be lost, or come twice.
   *
   * @param firstKey first key of the sequence, see {@link #inserts}
   */
  void insertsElsewhere(long firstKey, InsertProgress progress);

  /** What the run makes of the seconds of its generators. */
  RunReport report();
}
