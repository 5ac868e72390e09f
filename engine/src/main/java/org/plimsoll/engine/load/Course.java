package org.plimsoll.engine.load;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Alarm;
import org.plimsoll.engine.share.ShareView;
import org.plimsoll.engine.share.Shares;
import org.plimsoll.engine.spec.Parameters;

/**
 * The current and the planned parameters of a load, for the whole fleet and for this generator.
 * Thread-safe; one thread takes the changes.
 *
 * <p>New shares take effect when the arrivals before them are sent. Arrivals that are handled late,
 * or wait in a backlog, may have no place in the new shares.
 */
final class Course {
  private final Shares shares;
  private final LongSupplier waiting;
  private final Deque<Change> changes = new ArrayDeque<>();
  private volatile @Nullable Change planned;
  private volatile Parameters whole;
  private volatile Parameters own;

  /** The instant before which every arrival is handled; {@link Alarm#NEVER} if there are none. */
  private volatile long reachedNanos = Alarm.NEVER;

  // The inputs of this generator's part, and the time of its next change. Changed under this.
  private @Nullable ShareView seen;
  private @Nullable Parameters seenWhole;
  private volatile long renewsNanos = Alarm.NEVER;

  /**
   * A planned parameter change.
   *
   * @param learnedNanos instant at which the load received the change
   */
  record Change(Parameters next, long fromNanos, long learnedNanos) {}

  /**
   * Creates a course at its first parameters.
   *
   * @param waiting when the oldest waiting arrival was due; {@link Alarm#NEVER} if none waits
   */
  Course(Shares shares, Parameters whole, LongSupplier waiting) {
    this.shares = shares;
    this.waiting = waiting;
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

  /**
   * Sets the instant before which every arrival is handled. Returns this generator's part for the
   * arrival at this instant. Another thread may replace {@link #own} at the same time by the part
   * of an earlier instant.
   */
  synchronized Parameters reach(long nanos, long nowNanos) {
    reachedNanos = nanos;
    if (isDue(effective(whole, nowNanos))) {
      renew(nowNanos);
    }
    return own;
  }

  /** Updates this generator's part; false if it was up to date. */
  synchronized boolean renew(long nowNanos) {
    ShareView view = shares.view();
    Parameters all = whole;
    long atNanos = effective(all, nowNanos);
    if (view == seen && all == seenWhole && !isDue(atNanos)) {
      return false;
    }
    long originNanos = shares.originNanos();
    seen = view;
    seenWhole = all;
    own = view.own(all, atNanos - originNanos);
    long next = view.nextChange(atNanos - originNanos);
    renewsNanos = next == Long.MAX_VALUE ? Alarm.NEVER : originNanos + next;
    return true;
  }

  /** Whether this generator's part is the one that the shares give to it now. */
  synchronized boolean isRenewed(long nowNanos) {
    return shares.view() == seen && whole == seenWhole && !isDue(nowNanos);
  }

  private boolean isDue(long nanos) {
    long next = renewsNanos;
    return next != Alarm.NEVER && nanos - next >= 0;
  }

  /**
   * Returns the instant whose shares apply: now, or that of the oldest arrival that is not sent. A
   * load that holds its schedule may be late without limit.
   */
  private long effective(Parameters all, long nowNanos) {
    if (Hold.isAsked(all)) {
      return nowNanos;
    }
    return Alarm.earlier(Alarm.earlier(nowNanos, reachedNanos), waiting.getAsLong());
  }
}
