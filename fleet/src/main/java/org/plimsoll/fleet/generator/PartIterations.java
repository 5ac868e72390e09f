package org.plimsoll.fleet.generator;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.plimsoll.fleet.control.Command;

/**
 * Starts the iterations of a run after the first. The generator with the lowest number decides on
 * the start.
 */
final class PartIterations {
  /** Time from the decision to the start, during which all generators receive the decision. */
  private static final long LEAD_NANOS = 500_000_000;

  private final String run;
  private final FleetCalls calls;
  private final PartRequests requests;
  private final Place place;

  PartIterations(String run, FleetCalls calls, PartRequests requests, Place place) {
    this.run = run;
    this.calls = calls;
    this.requests = requests;
    this.place = place;
  }

  /** The calls in which the run's threads wait for decisions. */
  interface Place {
    /** Returns the current run time. */
    long runNanos();

    /** Reads the journal. */
    <T> T read(Function<PartJournal, T> view);

    /** Waits until a condition is met, or the run is over. */
    void await(BooleanSupplier holds) throws InterruptedException;

    /** Waits until a condition is met; fails if the run is over before. */
    void require(BooleanSupplier holds) throws InterruptedException;
  }

  /**
   * Waits until the start of an iteration is known.
   *
   * @return run time of the start; {@link FleetSeconds#UNKNOWN} if the run was stopped before
   */
  long begin(int iteration) throws InterruptedException {
    String step = "iteration-" + iteration;
    place.await(() -> isStopped() || decided(step).isPresent() || requests.isFirst());
    if (!isStopped() && decided(step).isEmpty()) {
      String at = String.valueOf(place.runNanos() + LEAD_NANOS);
      calls.ask(new Command.Done(run, step, at));
      place.await(() -> isStopped() || decided(step).isPresent());
    }
    return isStopped()
        ? FleetSeconds.UNKNOWN
        : decided(step).map(Long::parseLong).orElse(FleetSeconds.UNKNOWN);
  }

  private boolean isStopped() {
    return place.read(PartJournal::isStopped);
  }

  private Optional<String> decided(String step) {
    return place.read(journal -> journal.step(step));
  }
}
