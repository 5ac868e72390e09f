package org.plimsoll.engine.load;

import org.plimsoll.engine.share.Shares;

/** The part of a closed load that its workers use. */
interface Workplace {
  LoadContext context();

  PhasePlan plan();

  Shares shares();

  /** Returns the current settings of the workers. */
  Crew crew();

  /** Returns when the load started. */
  long startNanos();

  /** Returns the number of threads that run workers; more workers take turns. */
  int threads();

  boolean isStopped();

  boolean isAborted();

  /** Runs a worker on a thread of the load. */
  void execute(Runnable worker);

  /** Keeps a worker until the generator has the right and a grant to send, or the load ends. */
  void park(Runnable worker);

  /** Removes a worker that is no longer needed; false if it is needed. */
  boolean dismisses(Runnable worker, int lane, int number);

  /** Removes a worker that has ended. */
  void retire(Runnable worker);

  /** Ends the load, because a worker has failed. */
  void failed(Throwable cause);
}
