package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.spec.Parameters;

/** A load: sends operations and accounts for each of them. */
public interface Load {
  /** Starts the load. The schedule of an open load counts from this instant. */
  void start(long startNanos);

  /** Applies new parameters. */
  void change(Parameters next);

  /** Ends the schedule now, and waits for operations in flight. */
  void stop();

  /** Ends the load at once. Operations in flight or in the backlog count as unfinished. */
  void abort();

  /** Ends operations whose deadline has passed. Called every few milliseconds. */
  void expire(long nowNanos);

  /** Fires when every operation is accounted for and none will follow. */
  Signal finished();

  /** The error that ended the load early, such as a row too large for memory; usually null. */
  @Nullable Throwable failure();

  /** The target rate; always 0 in a closed load. */
  TargetRate target();

  /** The number of arrivals in the backlog. */
  int backlog();
}
