package org.plimsoll.fleet.generator;

import java.io.IOException;
import org.plimsoll.result.RunListener;
import org.plimsoll.run.FleetSeat;

/** The runs of this node, as far as a fleet starts them. */
@FunctionalInterface
public interface NodeRuns {
  /**
   * Begins this node's part of a run, and returns when it executes on its own thread.
   *
   * @param listener hears of its end
   * @throws org.plimsoll.engine.spec.InvalidSpecException when this node cannot take part
   * @throws IOException when its folder cannot be written
   */
  void begin(Submission submission, FleetSeat seat, RunListener listener) throws IOException;
}
