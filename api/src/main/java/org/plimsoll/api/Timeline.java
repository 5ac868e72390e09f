package org.plimsoll.api;

/** The run's time. A simulated driver takes its time here alone, so that it can be virtual. */
public interface Timeline {
  /** Nanoseconds since an arbitrary origin, never decreasing. */
  long nanoTime();

  /** Runs the action at the given instant of {@link #nanoTime}, or at once if that has passed. */
  void schedule(long atNanos, Runnable action);
}
