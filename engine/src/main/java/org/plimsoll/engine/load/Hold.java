package org.plimsoll.engine.load;

import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.WhenFull;

/**
 * Holds back the schedule of a load while its backlog is full. The pacer starts a hold. The thread
 * that has freed enough places ends it.
 *
 * <p>No hold lasts forever. The pacer sets {@code held} before it checks the backlog for the last
 * time. A thread that has freed a place reads {@code held} afterwards. So at least one of the two
 * threads notices the other. If a thread ends a hold late, because it was paused after its check,
 * it only wakes the pacer, which checks again.
 */
final class Hold {
  /**
   * Maximum number of waiting arrivals in a load that holds its schedule. They are sent even if the
   * rate is lowered in the meantime. So there are only as many as workers can take before the pacer
   * wakes up.
   */
  private static final int WAITING_MAX = 256;

  private final PhasePlan plan;
  private final IntSupplier waiting;
  private final LongSupplier clock;
  private volatile boolean held;
  private volatile boolean wasHeld;
  private volatile long endedNanos;

  /**
   * Creates a hold for a schedule that is not held back.
   *
   * @param waiting number of arrivals in the backlog
   */
  Hold(PhasePlan plan, IntSupplier waiting, LongSupplier clock) {
    this.plan = plan;
    this.waiting = waiting;
    this.clock = clock;
  }

  /** Whether the load holds its schedule when its backlog is full. */
  static boolean isAsked(Parameters now) {
    return now.bound().whenFull() == WhenFull.HOLD;
  }

  /**
   * Whether the next arrival must wait until the backlog has a place. If so, a place that becomes
   * free wakes the pacer. Called by the pacer's thread.
   */
  boolean holds(Parameters now, long nowNanos) {
    boolean full = isAsked(now) && waiting.getAsInt() >= most(now) && !plan.isCut(nowNanos);
    if (full) {
      held = true;
      full = !hasRoom(now); // places may have become free in the meantime
    }
    if (!full && held) {
      end();
    }
    return full;
  }

  /** Ends the hold if there are enough free places; false if there are not. */
  boolean ends(Parameters now) {
    boolean ends = held && hasRoom(now);
    if (ends) {
      end();
    }
    return ends;
  }

  /**
   * Whether there are enough free places to continue. A quarter of the backlog must be free, so
   * that the pacer wakes once for many arrivals.
   */
  private boolean hasRoom(Parameters now) {
    int most = most(now);
    return waiting.getAsInt() <= most - Math.max(1, most / 4);
  }

  /**
   * Returns the size of the backlog. The backlog has at least one place, because otherwise nothing
   * could wait for a worker.
   */
  private static int most(Parameters now) {
    return Math.clamp(now.bound().maxBacklog(), 1, WAITING_MAX);
  }

  private void end() {
    endedNanos = clock.getAsLong();
    wasHeld = true;
    held = false;
  }

  /** Whether an arrival is late because it was held back. */
  boolean delayed(long dueNanos) {
    return wasHeld && dueNanos - endedNanos < 0;
  }

  /**
   * Returns when an arrival would have been handled without the hold. The rest of the delay is
   * caused by the generator.
   */
  long handledNanos(long dueNanos, long arrivedNanos) {
    return delayed(dueNanos) ? dueNanos + (arrivedNanos - endedNanos) : arrivedNanos;
  }
}
