package org.plimsoll.engine.share;

/**
 * The latest epochs to whose bounds of operations in flight and workers generators keep.
 *
 * @param midway the epoch to whose {@linkplain ShareView midway bounds} they keep, or to its own
 * @param whole the epoch to whose own bounds they keep
 */
public record KeptBounds(long midway, long whole) {
  /** No epoch. */
  public static final KeptBounds NONE = new KeptBounds(0, 0);

  /** Whether these name a later epoch than others. */
  public boolean areBeyond(KeptBounds others) {
    return midway > others.midway || whole > others.whole;
  }

  /** These, or those of an epoch where it is later. */
  public KeptBounds atLeast(long epoch) {
    return new KeptBounds(Math.max(epoch, midway), Math.max(epoch, whole));
  }

  /** Whether a generator keeps to the midway bounds of an epoch. */
  public boolean meetMidwayOf(long epoch) {
    return midway == epoch || whole >= epoch;
  }
}
