package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The consistency results of a run. Durations are nanoseconds; intervals have a confidence of 95 %.
 *
 * @param keysFollowed number of keys whose writes are all tracked
 * @param clients number of clients whose session guarantees were judged
 * @param guarantees the four session guarantees by name
 * @param lostWrites the lost writes; null if the run was aborted before the rows were read back,
 *     and no read had detected a loss
 * @param atomicity the result of the atomicity check; null if no operations were recorded
 * @param probe the probe; null if there was no probe
 */
public record ConsistencySummary(
    int keysFollowed,
    int clients,
    @JsonUnwrapped Freshness freshness,
    Map<String, Guarantee> guarantees,
    @Nullable LostWrites lostWrites,
    @Nullable Atomicity atomicity,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Probe probe) {

  /**
   * The freshness of the rows that reads returned.
   *
   * @param staleNanos minimum staleness of all judged reads; 0 for a fresh read
   * @param stale the stale reads; null if no read was stale
   * @param visibility share of reads that returned the last acknowledged write, by the time since
   *     it
   */
  public record Freshness(
      Reads reads,
      Latency staleNanos,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Stale stale,
      List<VisibilityPoint> visibility) {}

  /**
   * Reads of tracked keys.
   *
   * @param unjudged reads whose result is unknown
   * @param ahead judged reads that returned a write before its acknowledgement
   * @param stale judged reads that returned an overwritten value, without reads that missed a lost
   *     write
   * @param lost judged reads that missed a lost write, whether or not a later write replaced it
   */
  public record Reads(
      long judged, long unjudged, long ahead, long stale, Share staleShare, long lost) {}

  /** A share with its Wilson interval; all null if the total is 0. */
  public record Share(@Nullable Double share, @Nullable Double low, @Nullable Double high) {}

  /** Staleness of the stale reads: lower bounds, upper bounds, and number of versions. */
  public record Stale(
      Latency atLeastNanos,
      Latency atMostNanos,
      double versionsBehindMean,
      long versionsBehindMax,
      String example) {}

  /** Reads that started between two times after the last acknowledgement. */
  public record VisibilityPoint(
      long fromNanos, long toNanos, long reads, long saw, double share, double low, double high) {}

  /** The result for one session guarantee. */
  public record Guarantee(
      long checked,
      long violated,
      Share violatedShare,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String example) {}

  /**
   * The result of reading back the acknowledged writes at the end.
   *
   * @param keysChecked keys with an acknowledged write that could be read
   * @param keysUnread keys that could not be read
   * @param lost keys that lost an acknowledged write: it was not visible at the end, or after an
   *     outage a read missed it and no later read saw it
   * @param settledNanos time until every other key showed its last write
   * @param examples the first ten lost keys, in sentences
   * @param overwritten number of lost keys that had a newer write at the end
   */
  public record LostWrites(
      int keysChecked,
      int keysUnread,
      int lost,
      long settledNanos,
      List<String> examples,
      int overwritten) {}

  /**
   * Whether each key behaved as an atomic register in the recorded operations.
   *
   * @param complete whether all operations on the tracked keys were recorded
   * @param conflictingKeys keys whose operations have no valid order
   * @param conflicts pairs of writes, with their reads, that must each precede the other
   * @param deltaNanosMax smallest staleness Δ of reads that explains all operations; null if none
   *     does
   */
  public record Atomicity(
      int operations,
      boolean complete,
      int keys,
      int conflictingKeys,
      long conflicts,
      @Nullable Long deltaNanosMax,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String example) {}

  /**
   * The probe's writes and when they became visible.
   *
   * @param pollNanos time between two reads, which is the resolution
   * @param unseen markers that were not visible before the next marker was due, or at the end
   * @param failed markers that could not be written
   * @param lastStaleNanos time from the acknowledgement to the start of the last read that missed
   *     the marker; 0 if none did
   * @param firstFreshNanos time from the start of the write to the end of the first later read that
   *     returned it
   */
  public record Probe(
      long pollNanos,
      long markers,
      long unseen,
      long failed,
      Latency lastStaleNanos,
      Latency firstFreshNanos) {}
}
