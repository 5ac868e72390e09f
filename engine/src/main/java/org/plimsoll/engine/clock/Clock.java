package org.plimsoll.engine.clock;

import java.util.concurrent.Executor;
import org.plimsoll.api.Timeline;

/**
 * The only source of time of a run. It has three timelines: {@link #pacer} dispatches what is due,
 * {@link #target} completes simulated operations, on the same thread, and {@link #housekeeping}, on
 * another, does what need not be precise. In virtual time all three are one queue on one thread.
 */
public sealed interface Clock extends AutoCloseable permits SystemClock, VirtualClock {
  /** The real clock, with platform threads. */
  static Clock system() {
    return new SystemClock();
  }

  long nanoTime();

  Timeline pacer();

  Timeline target();

  Timeline housekeeping();

  /**
   * Returns once {@code done} holds, which some action on a timeline brings about. In virtual time
   * this call is what runs the actions.
   *
   * @throws InterruptedException when the calling thread is interrupted
   */
  void await(Signal done) throws InterruptedException;

  /** Whether time is virtual, all on one thread. */
  boolean isVirtual();

  /** Threads for the workers of a closed load; in virtual time all are the one. */
  Executor workers(int threads);

  /** Runs work that may block: at once in virtual time, else on a thread of its own. */
  void runAside(Runnable work);

  @Override
  void close();
}
