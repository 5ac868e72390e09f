package org.plimsoll.fleet.generator;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.FleetSeat;

/** Starts runs of a fleet on this node. */
public interface NodeRuns {
  /**
   * Starts this node's part of a run, and returns when the run executes on its own thread.
   *
   * @param listener receives the end of the run
   * @return the folder of the run; empty if this node records none
   * @throws org.plimsoll.engine.spec.InvalidSpecException if this node cannot take part
   * @throws IOException if the folder of the run cannot be written
   */
  Optional<Path> begin(Submission submission, FleetSeat seat, RunListener listener)
      throws IOException;

  /**
   * Deletes what this node has recorded of a run that it only showed, because it takes part now.
   * Waits until the thread of the run has ended.
   *
   * @throws IOException if the folder of the run cannot be deleted
   */
  void discard(String run) throws IOException, InterruptedException;
}
