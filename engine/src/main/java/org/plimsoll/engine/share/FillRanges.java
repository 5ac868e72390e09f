package org.plimsoll.engine.share;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Supplies the ranges of keys that a generator of a fill writes, one after another. */
public interface FillRanges {
  /**
   * Requests the next range. Called once at the start, and each time that a range has ended.
   *
   * @param to receives the range, at once or later and on any thread; null if all keys of the fill
   *     are written
   */
  void next(Consumer<@Nullable FillRange> to);

  /**
   * Reports that a range has ended.
   *
   * @param position the first position whose key is not known to be written; the end of the range
   *     if all are. The rest is assigned again, with {@link FillRange#onlyMissing}
   */
  void ended(FillRange range, long position);
}
