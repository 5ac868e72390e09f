package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.arrival.TargetRate;
import org.plimsoll.engine.clock.Signal;
import org.plimsoll.engine.spec.Parameters;

/** A load, which sends operations and accounts for each of them. */
public interface Load {
  /** Starts the load. The schedule of an open load counts from this instant. */
  void start(long startNanos);

  /** The instant of a change that applies immediately. */
  long NOW = Long.MIN_VALUE;

  /** Applies new parameters now. */
  default void change(Parameters next) {
    change(next, NOW);
  }

  /**
   * Applies new parameters of the whole fleet.
   *
   * @param fromNanos operations intended from this instant on follow the new parameters; may be
   *     {@link #NOW}. Changes must be made in the order of their instants
   */
  void change(Parameters next, long fromNanos);

  /** Ends the schedule now, and waits for operations in flight. */
  void stop();

  /** Ends the schedule at an instant, and waits for operations in flight. */
  void stop(long atNanos);

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

  /**
   * Whether the operations in flight and the active workers are within this generator's share.
   *
   * @param midway whether the share is the midway one to the latest shares
   */
  boolean isWithinShare(boolean midway);

  /** The number of arrivals in the backlog. */
  int backlog();
}
