package org.plimsoll.engine.share;

import org.jspecify.annotations.Nullable;

/**
 * The shares of a run as one of its generators knows them, and its right to send. The loads read
 * them; the fleet changes them. A generator that is alone owns everything and always has the right.
 * Thread-safe.
 *
 * <p>An epoch takes effect in three steps. {@link #propose}: from its instant on, this generator no
 * longer sends the operations that it loses, whatever happens next. {@link #commit}: all others
 * have done so too, or have lost the right to send, so this generator sends what it gains. {@link
 * #grow}: all others are within their new bounds of operations in flight and workers, so this
 * generator may use its own. Operations that are due between the instant of the epoch and its
 * commitment are counted by the generator that gains them, as not sent.
 */
public final class Shares {
  /** A right to send that does not end. */
  public static final long ALWAYS = Long.MAX_VALUE;

  /** No right to send. */
  public static final long NEVER = Long.MIN_VALUE;

  private final int generator;
  private volatile ShareView view;
  private final Right right;
  private volatile long originNanos;
  private volatile long settled;

  /** A generator without a right to send, until it is {@linkplain #allow allowed}. */
  public Shares(int generator, ShareEpoch first) {
    this(generator, ShareView.first(generator, first), new Right(NEVER));
  }

  private Shares(int generator, ShareView view, Right right) {
    this.generator = generator;
    this.view = view;
    this.right = right;
    this.settled = view.number();
  }

  /** The shares of a generator that is alone. */
  public static Shares alone() {
    ShareEpoch only = ShareEpoch.first(ShareTable.alone());
    return new Shares(0, ShareView.first(0, only), new Right(ALWAYS));
  }

  /** The same shares for a load that reaches no data, and thus needs no right. */
  public Shares rehearsing() {
    return new Shares(generator, ShareView.first(generator, view.epoch()), new Right(ALWAYS));
  }

  /**
   * The same right to send for a load that nobody shares, such as that of a range of a fill: it
   * owns all of its operations.
   */
  public Shares ofRange() {
    ShareEpoch only = ShareEpoch.first(ShareTable.alone());
    return new Shares(generator, ShareView.first(0, only), right);
  }

  /** The number of this generator. */
  public int generator() {
    return generator;
  }

  /** What is known now. */
  public ShareView view() {
    return view;
  }

  /** Replaces the first epoch, before anything was sent: generators may join until then. */
  public synchronized void begin(ShareEpoch first) {
    view = ShareView.first(generator, first);
    settled = first.number();
  }

  /** Announces a further epoch; one that is not newer than the last has no effect. */
  public synchronized void propose(ShareEpoch next) {
    if (next.number() > view.number()) {
      view = view.propose(next);
    }
  }

  /**
   * Commits an epoch.
   *
   * @param fromNanos run time: the operations that this generator gains are sent if they are due at
   *     or after it; {@link Long#MIN_VALUE} for all of them
   */
  public synchronized void commit(long number, long fromNanos) {
    view = view.commit(number, fromNanos);
  }

  /** Permits the larger bounds of an epoch. */
  public synchronized void grow(long number) {
    view = view.grow(number);
  }

  /**
   * The latest epoch whose bounds this generator meets: it has no more workers and operations in
   * flight than the epoch allows.
   */
  public long settled() {
    return settled;
  }

  /** Reports that this generator is within the bounds of an epoch that has begun. */
  public void settle(long number) {
    settled = number;
  }

  /**
   * Gives, prolongs or ends the right to send. If it had ended, operations that were due before now
   * are not sent any more.
   *
   * @param untilNanos an instant of this generator's clock, or {@link #ALWAYS} or {@link #NEVER}
   */
  public void allow(long untilNanos, long nowNanos) {
    right.allow(untilNanos, nowNanos);
  }

  /** Whether this generator may send whatever the time is. */
  public boolean mayAlwaysSend() {
    return right.untilNanos == ALWAYS;
  }

  /** Whether this generator may send at an instant of its clock. */
  public boolean maySend(long nowNanos) {
    return right.holds(nowNanos);
  }

  /** Whether this generator may send, and has had the right since the operation was due. */
  public boolean maySend(long dueNanos, long nowNanos) {
    return right.holds(nowNanos) && (right.sinceNanos == NEVER || dueNanos - right.sinceNanos >= 0);
  }

  /**
   * Whether others may have taken over an operation: the right had ended when it was due, and has
   * not been given again.
   */
  public boolean isUnclear(long dueNanos, long nowNanos) {
    return right.isUnclear(dueNanos, nowNanos);
  }

  /** Sets the instant of this generator's clock that is 0 in run time. */
  public void origin(long nanos) {
    originNanos = nanos;
  }

  /** The instant of this generator's clock that is 0 in run time. */
  public long originNanos() {
    return originNanos;
  }

  /** The indexes of this generator where there is no schedule; null while it owns none. */
  public @Nullable OwnIndexes indexes() {
    return indexes(Integer.MAX_VALUE);
  }

  /**
   * The indexes of this generator where there is no schedule; null while it owns none.
   *
   * @param places number of places; if there are fewer places than generators, only generators with
   *     a place have indexes
   */
  public @Nullable OwnIndexes indexes(int places) {
    return view.indexes(places);
  }

  /** The right to send, and since when it holds. */
  private static final class Right {
    private volatile long untilNanos;
    private volatile long sinceNanos = NEVER;

    Right(long untilNanos) {
      this.untilNanos = untilNanos;
    }

    synchronized void allow(long newUntilNanos, long nowNanos) {
      if (newUntilNanos != NEVER && !holds(nowNanos)) {
        sinceNanos = nowNanos;
      }
      untilNanos = newUntilNanos;
    }

    boolean holds(long nowNanos) {
      long end = untilNanos;
      return end == ALWAYS || (end != NEVER && end - nowNanos >= 0);
    }

    boolean isUnclear(long dueNanos, long nowNanos) {
      long end = untilNanos;
      return end != ALWAYS && (end == NEVER || (end - nowNanos < 0 && end - dueNanos < 0));
    }
  }
}
