package org.plimsoll.api;

/**
 * The clock of the run. A simulated driver must not use another clock, since time can be virtual.
 */
public interface Timeline {
  /** Returns nanoseconds since an arbitrary origin, never decreasing. */
  long nanoTime();

  /** Runs the action at this time of {@link #nanoTime}, or at once if it has passed. */
  void schedule(long atNanos, Runnable action);
}
