package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.workload.RowVerifier;

/**
 * What all operations of a load share.
 *
 * @param verifier checks what is read; null when nothing is verified
 * @param fillsOnlyMissing whether each operation reads first and inserts what is absent
 * @param withKeyText whether keys are made as strings, too, before an operation starts
 * @param watches follow what is written and read; null when nothing is followed
 */
public record LoadContext(
    Clock clock,
    Sessions sessions,
    @Nullable RowVerifier verifier,
    boolean fillsOnlyMissing,
    boolean withKeyText,
    @Nullable OperationWatches watches) {
  /** A context in which nothing is followed. */
  public LoadContext(
      Clock clock,
      Sessions sessions,
      @Nullable RowVerifier verifier,
      boolean fillsOnlyMissing,
      boolean withKeyText) {
    this(clock, sessions, verifier, fillsOnlyMissing, withKeyText, null);
  }
}
