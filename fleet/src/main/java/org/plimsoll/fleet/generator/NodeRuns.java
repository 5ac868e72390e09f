package org.plimsoll.fleet.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.FleetSeat;

/** Starts runs of a fleet on this node. */
@FunctionalInterface
public interface NodeRuns {
  /**
   * Starts this node's part of a run. Returns when the run executes on its own thread.
   *
   * @param listener notified of the end of the run
   * @return the folder of the run; empty if this node records none
   * @throws org.plimsoll.engine.spec.InvalidSpecException when this node cannot take part
   * @throws IOException if the folder of the run cannot be written
   */
  Optional<Path> begin(Submission submission, FleetSeat seat, RunListener listener)
      throws IOException;
}
