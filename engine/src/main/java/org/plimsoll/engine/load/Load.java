package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.spec.Parameters;

/** A load that is under way. */
public interface Load {
  /** Begins; an open load's schedule counts from the given instant. */
  void start(long startNanos);

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

  /** What ended it before its time, such as a row that memory does not hold; null mostly. */
  @Nullable Throwable failure();

  /** The rate that it is asked for; 0 always when workers alone decide. */
  TargetRate target();

  /** Arrivals that wait for room. */
  int backlog();
}
