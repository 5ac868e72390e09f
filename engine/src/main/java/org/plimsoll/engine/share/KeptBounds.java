package org.plimsoll.engine.share;

/**
 * The latest epochs whose bounds (of operations in flight and workers) generators obey.
 *
 * @param midway the epoch whose {@linkplain ShareView midway bounds}, or own bounds, they obey
 * @param whole the epoch whose own bounds they obey
 */
public record KeptBounds(long midway, long whole) {
  /** The bounds before any epoch. */
  public static final KeptBounds NONE = new KeptBounds(0, 0);

  /** Whether these bounds name a later epoch than other ones. */
  public boolean areBeyond(KeptBounds others) {
    return midway > others.midway || whole > others.whole;
  }

  /** Returns these bounds, or those of the given epoch where it is later. */
  public KeptBounds atLeast(long epoch) {
    return new KeptBounds(Math.max(epoch, midway), Math.max(epoch, whole));
  }

  /** Whether a generator obeys the midway bounds of an epoch. */
  public boolean meetMidwayOf(long epoch) {
    return midway == epoch || whole >= epoch;
  }
}
