package org.plimsoll.engine.clock;

import java.util.function.LongUnaryOperator;
import org.plimsoll.api.Timeline;

/**
 * A recurring action on a timeline; each execution determines the instant of the next. The action
 * takes the current time and returns the next instant, or {@link #NEVER}. Arming the alarm for an
 * earlier instant replaces a later one.
 */
public final class Alarm {
  public static final long NEVER = Long.MAX_VALUE;

  private final Timeline timeline;
  private final LongUnaryOperator action;
  private long armedNanos = NEVER;

  public Alarm(Timeline timeline, LongUnaryOperator action) {
    this.timeline = timeline;
    this.action = action;
  }

  /** Schedules the action for the given instant, unless it is due earlier. */
  public void arm(long atNanos) {
    synchronized (this) {
      if (armedNanos != NEVER && armedNanos - atNanos <= 0) {
        return;
      }
      armedNanos = atNanos;
    }
    timeline.schedule(atNanos, () -> ring(atNanos));
  }

  private void ring(long atNanos) {
    synchronized (this) {
      if (armedNanos != atNanos) {
        return;
      }
      armedNanos = NEVER;
    }
    long nextNanos = action.applyAsLong(timeline.nanoTime());
    if (nextNanos != NEVER) {
      arm(nextNanos);
    }
  }

  /** Returns the earlier of two instants, each of which may be {@link #NEVER}. */
  public static long earlier(long nanos, long otherNanos) {
    if (nanos == NEVER || otherNanos == NEVER) {
      return nanos == NEVER ? otherNanos : nanos;
    }
    return otherNanos - nanos < 0 ? otherNanos : nanos;
  }
}
