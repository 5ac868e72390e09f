package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;

/**
 * The current and the planned parameters of a load, for the whole fleet and for this generator.
 * Thread-safe; one thread takes the changes.
 */
final class Course {
  private final Shares shares;
  private final Deque<Change> changes = new ArrayDeque<>();
  private volatile @Nullable Change planned;
  private volatile Parameters whole;
  private volatile Parameters own;

  // The inputs of this generator's part, and the time of its next change. Guarded by this.
  private @Nullable ShareView seen;
  private @Nullable Parameters seenWhole;
  private long renewsNanos = Alarm.NEVER;

  /**
   * A planned parameter change.
   *
   * @param learnedNanos instant at which the load received the change
   */
  record Change(Parameters next, long fromNanos, long learnedNanos) {}

  Course(Shares shares, Parameters whole) {
    this.shares = shares;
    this.whole = whole;
    this.own = whole;
  }

  /** Returns the parameters of the whole fleet. */
  Parameters whole() {
    return whole;
  }

  /** Returns this generator's part of the parameters; rates are still those of the fleet. */
  Parameters own() {
    return own;
  }

  /** Returns this generator's part, or its midway part if the latest shares have one. */
  Parameters bounded(boolean midway) {
    Parameters limited = midway ? shares.view().midway(whole) : null;
    return limited == null ? own : limited;
  }

  Shares shares() {
    return shares;
  }

  /** Changes the parameters now. */
  void change(Parameters next, long nowNanos) {
    whole = next;
    renew(nowNanos);
  }

  /** Changes the parameters at an instant, after all earlier changes. */
  synchronized void plan(Change change) {
    changes.addLast(change);
    planned = changes.peekFirst();
  }

  /** The next planned change; null if there is none. */
  @Nullable Change planned() {
    return planned;
  }

  /** Removes the next planned change. */
  synchronized void taken() {
    changes.removeFirst();
    planned = changes.peekFirst();
  }

  /** Updates this generator's part; false if it was up to date. */
  synchronized boolean renew(long nowNanos) {
    ShareView view = shares.view();
    Parameters all = whole;
    boolean isDue = renewsNanos != Alarm.NEVER && nowNanos - renewsNanos >= 0;
    if (view == seen && all == seenWhole && !isDue) {
      return false;
    }
    long originNanos = shares.originNanos();
    seen = view;
    seenWhole = all;
    own = view.own(all, nowNanos - originNanos);
    long next = view.nextChange(nowNanos - originNanos);
    renewsNanos = next == Long.MAX_VALUE ? Alarm.NEVER : originNanos + next;
    return true;
  }
}
