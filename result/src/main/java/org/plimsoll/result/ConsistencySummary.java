package org.plimsoll.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a run found out about consistency. Durations are nanoseconds; intervals hold with 95 %.
 *
 * @param keysFollowed keys of which every write is remembered
 * @param clients whose session guarantees were judged
 * @param staleNanos of all judged reads, by how much each was stale at least; 0 for a fresh one
 * @param visibility share of the reads that saw the last acknowledged write, by the time since
 * @param guarantees the four session guarantees by name
 * @param lostWrites null where nothing was read back, since the run was aborted
 * @param atomicity null where nothing was recorded
 * @param probe null where there was none
 */
public record ConsistencySummary(
    int keysFollowed,
    int clients,
    Reads reads,
    Latency staleNanos,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Stale stale,
    List<VisibilityPoint> visibility,
    Map<String, Guarantee> guarantees,
    @Nullable LostWrites lostWrites,
    @Nullable Atomicity atomicity,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Probe probe) {

  /**
   * Reads of keys that are followed.
   *
   * @param unjudged of which it is not known what they returned
   * @param ahead of the judged ones, those that returned a write not yet acknowledged
   * @param stale of the judged ones, those that returned what had been overwritten before
   */
  public record Reads(long judged, long unjudged, long ahead, long stale, Share staleShare) {}

  /** A share with its Wilson interval; all null where there is nothing to take a share of. */
  public record Share(@Nullable Double share, @Nullable Double low, @Nullable Double high) {}

  /** Of the stale reads alone: how much at least, how much at most, and how many versions. */
  public record Stale(
      Latency atLeastNanos,
      Latency atMostNanos,
      double versionsBehindMean,
      long versionsBehindMax,
      String example) {}

  /** Reads that began between two times after the last acknowledgement. */
  public record VisibilityPoint(
      long fromNanos, long toNanos, long reads, long saw, double share, double low, double high) {}

  /** One session guarantee. */
  public record Guarantee(
      long checked,
      long violated,
      Share violatedShare,
      @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String example) {}

  /**
   * What was read back at the end.
   *
   * @param keysChecked keys with an acknowledged write that could be read
   * @param keysUnread keys that could not be
   * @param lost keys whose last acknowledged write was not there in the end
   * @param settledNanos how long it took until every other key showed it
   * @param examples the first ten, in sentences
   */
  public record LostWrites(
      int keysChecked, int keysUnread, int lost, long settledNanos, List<String> examples) {}

  /**
   * Whether each key was one atomic register, in the operations that were recorded.
   *
   * @param complete whether all operations on the keys followed were recorded
   * @param conflictingKeys keys whose operations have no order that explains them
   * @param conflicts pairs of writes, with their reads, that each must have come before the other
   * @param deltaNanosMax the least Δ by which reads must be allowed to be late; null where none
   *     would do
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
   * Writes of the probe, and when they could be seen.
   *
   * @param pollNanos time between two reads, hence the resolution
   * @param unseen markers that could not be seen before the next was due, or in the end
   * @param failed markers that could not be written
   * @param lastStaleNanos from the acknowledgement to the start of the last read that missed it; 0
   *     where none did
   * @param firstFreshNanos from the start of the write to the end of the first read from then on
   *     that saw it
   */
  public record Probe(
      long pollNanos,
      long markers,
      long unseen,
      long failed,
      Latency lastStaleNanos,
      Latency firstFreshNanos) {}
}
