package org.plimsoll.run;

import java.util.Map;
import org.jspecify.annotations.Nullable;
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
     * @param runNanos run time of the current iteration, see {@link FleetSeat.Start}
     * @throws org.plimsoll.engine.spec.InvalidSpecException when a change is refused
     */
    void change(Map<String, @Nullable String> texts, String who, long runNanos);
  }

  /** Changes the parameters of this generator. */
  Changer changer();

  /** Ends the load early. */
  void stop();

  /** Ends the run at once. */
  void abort();

  /** Performs an action on the thread that creates intervals; has no effect after the run. */
  void perform(Runnable action);

  /** Reports an event of the fleet to the listeners. */
  void tell(EventKind kind, String text);

  /** What the run makes of the seconds of its generators. */
  RunReport report();
}
