package org.plimsoll.engine.load;

import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Clock;
import org.plimsoll.engine.measure.FailureSamples;
import org.plimsoll.engine.workload.RowVerifier;

/**
 * The shared context of all operations of a load.
 *
 * @param verifier checks the rows that are read; null if rows are not verified
 * @param fillsOnlyMissing whether each operation reads first, and inserts rows that are absent
 * @param withKeyText whether the texts of keys are also created before an operation starts
 * @param watches observe writes and reads; null if consistency is not checked
 * @param samples keeps the last failed operations; null for a load that is not measured
 */
public record LoadContext(
    Clock clock,
    Sessions sessions,
    @Nullable RowVerifier verifier,
    boolean fillsOnlyMissing,
    boolean withKeyText,
    @Nullable OperationWatches watches,
    @Nullable FailureSamples samples) {
  /** Creates a context without consistency checks and failure samples. */
  public LoadContext(
      Clock clock,
      Sessions sessions,
      @Nullable RowVerifier verifier,
      boolean fillsOnlyMissing,
      boolean withKeyText) {
    this(clock, sessions, verifier, fillsOnlyMissing, withKeyText, null, null);
  }
}
