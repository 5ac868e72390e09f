package org.plimsoll.engine.share;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How far the inserts of a generator are. Its inserts are counted from 0 on; each has its own key.
 *
 * @param generator number of the generator
 * @param indexes the positions of its inserts; null while it has none
 * @param since the inserts before it were reported before
 * @param ended all inserts before it have ended
 * @param missing those from {@code since} on whose keys may be missing, ascending
 */
public record InsertProgress(
    int generator, @Nullable OwnIndexes indexes, long since, long ended, List<Missing> missing) {
  /**
   * Consecutive inserts whose keys may be missing.
   *
   * @param from first of them
   * @param to end, exclusive
   */
  public record Missing(long from, long to) {}

  public InsertProgress {
    missing = List.copyOf(missing);
  }
}
