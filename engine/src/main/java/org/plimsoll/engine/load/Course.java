package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;

/**
 * The parameters of a load from now on: the whole fleet's, this generator's part of them, and
 * changes at later instants. Thread-safe; changes are taken by one thread.
 */
final class Course {
  private final Shares shares;
  private final Deque<Change> changes = new ArrayDeque<>();
  private volatile @Nullable Change planned;
  private volatile Parameters whole;
  private volatile Parameters own;

  // What the part was computed from, and when it changes by itself. Guarded by this.
  private @Nullable ShareView seen;
  private @Nullable Parameters seenWhole;
  private long renewsNanos = Alarm.NEVER;

  /**
   * A change at an instant.
   *
   * @param learnedNanos instant at which the load received the change
   */
  record Change(Parameters next, long fromNanos, long learnedNanos) {}

  Course(Shares shares, Parameters whole) {
    this.shares = shares;
    this.whole = whole;
    this.own = whole;
  }

  /** The parameters of the whole fleet. */
  Parameters whole() {
    return whole;
  }

  /** This generator's part of the parameters; the rates are the fleet's. */
  Parameters own() {
    return own;
  }

  Shares shares() {
    return shares;
  }

  /** Changes the parameters now. */
  void change(Parameters next, long nowNanos) {
    whole = next;
    renew(nowNanos);
  }

  /** Changes the parameters at an instant, after all changes before. */
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

  /** Brings the own part up to date; false if it was. */
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
