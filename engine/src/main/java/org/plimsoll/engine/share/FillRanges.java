package org.plimsoll.engine.share;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The ranges of keys that a generator is to write, one after another. */
public interface FillRanges {
  /**
   * Requests the next range. Called once at the start, and each time that a range has ended.
   *
   * @param to receives the range, at once or later and on any thread; null when all keys of the
   *     fill are written, so that it has ended for the whole fleet
   */
  void next(Consumer<@Nullable FillRange> to);

  /**
   * Reports that a range has ended.
   *
   * @param position the first position whose key is not known to be written; its end if all are.
   *     The rest is for whoever gets it next, with {@link FillRange#onlyMissing}
   */
  void ended(FillRange range, long position);
}
