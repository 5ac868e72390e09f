package org.plimsoll.fleet.generator;

import java.util.Optional;
import org.plimsoll.fleet.control.Command;

/**
 * The iterations of a run after the first: the first generator that is left says when they start.
 */
final class PartIterations {
  /** From the decision to the start. All generators hear of it meanwhile. */
  private static final long LEAD_NANOS = 500_000_000;

  private final GeneratorPart part;
  private final FleetCalls calls;

  PartIterations(GeneratorPart part, FleetCalls calls) {
    this.part = part;
    this.calls = calls;
  }

  /**
   * Waits until the start of an iteration is known.
   *
   * @return its run time; {@link FleetSeconds#UNKNOWN} if the run was stopped before
   */
  long begin(int iteration) throws InterruptedException {
    String step = "iteration-" + iteration;
    part.await(() -> isStopped() || decided(step).isPresent() || part.requests().isFirst());
    if (!isStopped() && decided(step).isEmpty()) {
      String at = String.valueOf(part.runNanos() + LEAD_NANOS);
      calls.ask(new Command.Done(part.run(), step, at));
      part.await(() -> isStopped() || decided(step).isPresent());
    }
    return isStopped()
        ? FleetSeconds.UNKNOWN
        : decided(step).map(Long::parseLong).orElse(FleetSeconds.UNKNOWN);
  }

  private boolean isStopped() {
    return part.read(PartJournal::isStopped);
  }

  private Optional<String> decided(String step) {
    return part.read(journal -> journal.step(step));
  }
}
