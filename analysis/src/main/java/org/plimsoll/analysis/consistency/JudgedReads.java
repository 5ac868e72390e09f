package org.plimsoll.analysis.consistency;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The judgements of reads as numbers, which a {@link Tally} adds up. Histograms are in the
 * compressed encoding of HdrHistogram.
 *
 * @param versionsBehind sum of the versions that stale reads were behind
 * @param atLeastNanos lower bounds of the staleness of stale reads
 * @param atMostNanos upper bounds
 * @param behind histogram of the number of versions that stale reads were behind
 * @param visibilityReads number of reads by the steps of {@link VisibilityCurve}
 * @param visibilitySaw number of these reads that saw the last acknowledged write
 * @param guarantees the guarantees by the codes of {@link Guarantee}
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record JudgedReads(
    long unjudged,
    long fresh,
    long ahead,
    long versionsBehind,
    byte[] atLeastNanos,
    byte[] atMostNanos,
    byte[] behind,
    long[] visibilityReads,
    long[] visibilitySaw,
    @Nullable String staleExample,
    Map<String, Checked> guarantees) {
  /** The reads for which a guarantee was checked. */
  public record Checked(long checked, long violated, @Nullable String example) {}
}
