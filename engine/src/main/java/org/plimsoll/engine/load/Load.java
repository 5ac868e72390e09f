package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.spec.Parameters;

/** A load: sends operations and accounts for each of them. */
public interface Load {
  /** Starts; the schedule of an open load counts from this instant. */
  void start(long startNanos);

  /** Follows new parameters from now on. */
  void change(Parameters next);

  /** Ends the schedule now; what is in flight is waited for. */
  void stop();

  /** Ends at once: what is in flight or waits is counted as unfinished. */
  void abort();

  /** Ends operations whose deadline has passed. Called every few milliseconds. */
  void expire(long nowNanos);

  /** Fires when every operation is accounted for and no more will follow. */
  Signal finished();

  /** The error that ended the load early, such as a row too large for memory; usually null. */
  @Nullable Throwable failure();

  /** The target rate; always 0 in a closed load. */
  TargetRate target();

  /** The number of arrivals that wait for room. */
  int backlog();
}
