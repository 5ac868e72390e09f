package org.plimsoll.engine.clock;

import java.time.Instant;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.plimsoll.api.Timeline;

/**
 * The only source of time in a run. It has three timelines. {@link #pacer} dispatches operations
 * that are due. {@link #target} completes simulated operations, on the same thread. {@link
 * #housekeeping} runs imprecise work on another thread. In virtual time all three are one queue on
 * one thread.
 */
public sealed interface Clock extends AutoCloseable permits SystemClock, VirtualClock {
  /** Returns the real clock, with platform threads. */
  static Clock system() {
    return new SystemClock();
  }

  long nanoTime();

  /**
   * Returns the time of the wall clock. The wall clock may be set at any moment, so durations must
   * not be computed from it.
   */
  Instant instant();

  Timeline pacer();

  Timeline target();

  Timeline housekeeping();

  /**
   * Returns how long the pacer's thread was ready to run and waited for a processor; 0 if unknown,
   * and in virtual time.
   */
  long pacerWaitNanos();

  /**
   * Waits until {@code done} is fired by an action on a timeline. In virtual time this call runs
   * the actions.
   *
   * @throws InterruptedException if the calling thread is interrupted
   */
  void await(Signal done) throws InterruptedException;

  /** Whether time is virtual, with all actions on one thread. */
  boolean isVirtual();

  /**
   * Returns an executor for the workers of a closed load; in virtual time it uses the one thread.
   */
  Executor workers(int threads);

  /** Runs work that may block, on a separate thread; in virtual time, immediately. */
  void runAside(Runnable work);

  /**
   * Sets the listener for the first failure on each of the clock's threads; it receives the
   * thread's name and the failure. The thread continues. In virtual time, a failure ends the call
   * of {@link #await}.
   */
  void onFailure(BiConsumer<String, Throwable> listener);

  @Override
  void close();
}
