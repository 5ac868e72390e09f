package org.plimsoll.engine.share;

/**
 * A table of shares that is in effect for the operations whose intended start is at or after an
 * instant.
 *
 * @param number counts the epochs of a run from 0 on
 * @param fromNanos run time: nanoseconds since the start of the run's current phase that all
 *     generators have agreed on; {@link Long#MIN_VALUE} from the beginning
 */
public record ShareEpoch(long number, long fromNanos, ShareTable table) {
  /** The first epoch of a run. */
  public static ShareEpoch first(ShareTable table) {
    return new ShareEpoch(0, Long.MIN_VALUE, table);
  }
}
