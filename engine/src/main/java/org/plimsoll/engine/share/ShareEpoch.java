package org.plimsoll.engine.share;

import org.jspecify.annotations.Nullable;

/**
 * A table of shares, in effect for operations whose intended start is at or after an instant.
 *
 * @param number counts the epochs of a run from 0 on
 * @param fromNanos run time: nanoseconds since the start of the run's current phase that all
 *     generators have agreed on; {@link Long#MIN_VALUE} from the beginning
 * @param former the table that the epoch replaces, the same for all generators; null if it is
 *     unknown; then there are no midway bounds
 */
public record ShareEpoch(
    long number, long fromNanos, ShareTable table, @Nullable ShareTable former) {
  /** An epoch without midway bounds. */
  public ShareEpoch(long number, long fromNanos, ShareTable table) {
    this(number, fromNanos, table, null);
  }

  /** The first epoch of a run. */
  public static ShareEpoch first(ShareTable table) {
    return new ShareEpoch(0, Long.MIN_VALUE, table);
  }
}
