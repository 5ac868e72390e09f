package org.plimsoll.engine.load;

import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.spec.Parameters;

/** A load that is under way. */
public interface Load {
  /** Begins; operations are sent from now on. */
  void start();

  /** Reads the new parameters from now on. */
  void change(Parameters next);

  /** Schedules nothing that is due after now; what is under way goes on. */
  void stop();

  /** Ends at once: what is under way or waits is counted as unfinished. */
  void abort();

  /** Ends operations whose deadline has passed. Called every few milliseconds. */
  void expire(long nowNanos);

  /** Fires when every operation is accounted for and no more will come. */
  Signal finished();

  /** Arrivals that wait for room. */
  int backlog();
}
