package org.plimsoll.engine.clock;

import java.util.function.LongUnaryOperator;
import org.plimsoll.api.Timeline;

/**
 * An action that runs again and again on one timeline and itself says when: it takes the current
 * time and returns its next instant, or {@link #NEVER}. Arming it earlier replaces the instant.
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

  /** Lets it run at the given instant, if it would otherwise run later or not at all. */
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
}
