package org.plimsoll.engine.share;

import org.jspecify.annotations.Nullable;

/**
 * The shares of a run as one of its generators knows them, and the generator's right to send. The
 * loads read them, and the fleet changes them. A generator without a fleet owns everything and
 * always has the right. Thread-safe.
 *
 * <p>An epoch takes effect in four steps. {@link #propose}: from its instant on, this generator no
 * longer sends the operations that it loses, whatever happens next. {@link #commit}: all others
 * have done the same or have lost the right to send, so this generator sends the operations that it
 * gains. {@link #growMidway}: all others obey their {@linkplain ShareView midway bounds}, so this
 * generator may use its own. This is usually before the instant of the epoch. {@link #grow}: all
 * others obey their new bounds, so this generator may use its own. Operations that are due between
 * the instant of the epoch and its commitment are counted by the generator that gains them, as not
 * sent.
 */
public final class Shares {
  /** A right to send that does not end. */
  public static final long ALWAYS = Long.MAX_VALUE;

  /** The value for no right to send. */
  public static final long NEVER = Long.MIN_VALUE;

  private final int generator;
  private volatile ShareView view;
  private final Right right;
  private volatile long originNanos;
  private volatile KeptBounds kept;

  /** Whether this process carries no load, so that nothing is in flight. */
  private volatile boolean idle = true;

  /**
   * Creates the shares of a generator that may not send until it is {@linkplain #allow allowed}.
   */
  public Shares(int generator, ShareEpoch first) {
    this(generator, ShareView.first(generator, first), new Right(NEVER));
  }

  private Shares(int generator, ShareView view, Right right) {
    this.generator = generator;
    this.view = view;
    this.right = right;
    this.kept = new KeptBounds(view.number(), view.number());
  }

  /** Returns the shares of a generator without a fleet. */
  public static Shares alone() {
    ShareEpoch only = ShareEpoch.first(ShareTable.alone());
    return new Shares(0, ShareView.first(0, only), new Right(ALWAYS));
  }

  /** Returns the same shares for a load that reaches no data, and thus needs no right to send. */
  public Shares rehearsing() {
    return new Shares(generator, ShareView.first(generator, view.epoch()), new Right(ALWAYS));
  }

  /**
   * Returns the same right to send for a load that is not shared, such as that of one fill range.
   * The load owns all of its operations.
   */
  public Shares ofRange() {
    ShareEpoch only = ShareEpoch.first(ShareTable.alone());
    return new Shares(generator, ShareView.first(0, only), right);
  }

  /** Returns the number of this generator. */
  public int generator() {
    return generator;
  }

  /** Returns the current view. */
  public ShareView view() {
    return view;
  }

  /** Replaces the first epoch before anything is sent. Generators may join until then. */
  public synchronized void begin(ShareEpoch first) {
    view = ShareView.first(generator, first);
    kept = new KeptBounds(first.number(), first.number());
  }

  /** Announces a further epoch, or an earlier one that was missed. */
  public synchronized void propose(ShareEpoch next) {
    view = view.propose(next);
  }

  /**
   * Commits an epoch.
   *
   * @param fromNanos run time: the operations that this generator gains are sent if they are due at
   *     or after it; {@link Long#MIN_VALUE} for all of them. A new generator sends all of them,
   *     since it delays them until then.
   */
  public synchronized void commit(long number, long fromNanos) {
    view = view.commit(number, view.isNew() ? Long.MIN_VALUE : fromNanos);
  }

  /** Permits larger bounds up to the midway ones of an epoch. */
  public synchronized void growMidway(long number) {
    view = view.grow(number, ShareView.Growth.MIDWAY);
  }

  /** Permits the larger bounds of an epoch. */
  public synchronized void grow(long number) {
    view = view.grow(number, ShareView.Growth.WHOLE);
  }

  /**
   * Returns the latest epochs whose bounds this generator obeys: its workers and operations in
   * flight do not exceed them, now or later.
   */
  public synchronized KeptBounds kept() {
    if (!idle) {
      return kept;
    }
    long number = view.number();
    boolean isNew = view.isNew();
    return new KeptBounds(
        isNew || view.epoch().former() != null ? number : kept.midway(),
        isNew ? number : kept.whole());
  }

  /** Reports that this generator is within the midway bounds of an epoch that was announced. */
  public synchronized void settleMidway(long number) {
    kept = new KeptBounds(Math.max(number, kept.midway()), kept.whole());
  }

  /** Reports that this generator is within the bounds of an epoch that has started. */
  public synchronized void settle(long number) {
    kept = new KeptBounds(Math.max(number, kept.midway()), Math.max(number, kept.whole()));
  }

  /** Sets whether this process carries loads. While it carries none, nothing is in flight. */
  public synchronized void carries(boolean loads) {
    kept = kept();
    idle = !loads;
  }

  /**
   * Grants, extends or ends the right to send. If the right had ended, operations that were due
   * before now are no longer sent.
   *
   * @param untilNanos an instant of this generator's clock, or {@link #ALWAYS} or {@link #NEVER}
   */
  public void allow(long untilNanos, long nowNanos) {
    right.allow(untilNanos, nowNanos);
  }

  /** Whether this generator may send at any time. */
  public boolean mayAlwaysSend() {
    return right.untilNanos == ALWAYS;
  }

  /** Whether this generator may send at an instant of its clock. */
  public boolean maySend(long nowNanos) {
    return right.holds(nowNanos);
  }

  /** Whether this generator may send now, and has had the right since the operation became due. */
  public boolean maySend(long dueNanos, long nowNanos) {
    return right.holds(nowNanos) && (right.sinceNanos == NEVER || dueNanos - right.sinceNanos >= 0);
  }

  /**
   * Whether others may have taken over an operation: the right had ended when it became due, and
   * was not granted again.
   */
  public boolean isUnclear(long dueNanos, long nowNanos) {
    return right.isUnclear(dueNanos, nowNanos);
  }

  /** Sets the instant of this generator's clock that is 0 in run time. */
  public void origin(long nanos) {
    originNanos = nanos;
  }

  /** Returns the instant of this generator's clock that is 0 in run time. */
  public long originNanos() {
    return originNanos;
  }

  /**
   * Returns this generator's indexes for operations that no schedule assigns; null while it owns
   * none.
   */
  public @Nullable OwnIndexes indexes() {
    return indexes(Integer.MAX_VALUE);
  }

  /**
   * Returns this generator's indexes for operations that no schedule assigns; null while it owns
   * none.
   *
   * @param places number of places; if there are fewer places than generators, only generators with
   *     a place have indexes
   */
  public @Nullable OwnIndexes indexes(int places) {
    return view.indexes(places);
  }

  /** The right to send, with its start and end. */
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
