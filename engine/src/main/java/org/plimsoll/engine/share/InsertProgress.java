package org.plimsoll.engine.share;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the inserts of a generator are. Its inserts are counted from 0 on; each has its own key.
 *
 * @param generator number of the generator
 * @param indexes the positions of the generator's inserts; null while there are none
 * @param since the inserts before it were reported before
 * @param ended position; all inserts before this position have ended
 * @param missing positions from {@code since} on whose keys may be missing, ascending
 */
public record InsertProgress(
    int generator, @Nullable OwnIndexes indexes, long since, long ended, List<Missing> missing) {
  /**
   * Consecutive inserts whose keys may be missing.
   *
   * @param from the first position
   * @param to end, exclusive
   */
  public record Missing(long from, long to) {}

  public InsertProgress {
    missing = List.copyOf(missing);
  }
}
