package org.plimsoll.engine.share;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A report on the inserts of a generator. Its inserts are counted from 0 on; each has its own key.
 *
 * @param generator number of the generator
 * @param indexes the indexes of the generator's inserts; null while it has none
 * @param since position up to which earlier reports cover the inserts
 * @param ended position before which all inserts have ended
 * @param missing inserts from {@code since} on whose keys may be missing, ascending
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
