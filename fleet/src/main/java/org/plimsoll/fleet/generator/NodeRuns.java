package org.plimsoll.fleet.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.FleetSeat;

/** The runs of this node, as far as a fleet starts them. */
@FunctionalInterface
public interface NodeRuns {
  /**
   * Begins this node's part of a run, and returns when it executes on its own thread.
   *
   * @param listener hears of its end
   * @return the folder of the run; empty if this node records none
   * @throws org.plimsoll.engine.spec.InvalidSpecException when this node cannot take part
   * @throws IOException when its folder cannot be written
   */
  Optional<Path> begin(Submission submission, FleetSeat seat, RunListener listener)
      throws IOException;
}
