package org.plimsoll.analysis.consistency;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.ConsistencySummary.LostWrites;
import org.plimsoll.result.ConsistencySummary.Probe;

/**
 * The consistency results of one generator. The results of all generators are added up to a {@link
 * ConsistencyReport}.
 *
 * @param keysFollowed number of keys for which all writes of this generator are tracked
 * @param reads the judgements of the generator's reads
 * @param lostReads reads that missed a lost write
 * @param lost the lost writes; null if no rows were read back, and no read had detected a loss
 * @param probe the probe; null without a probe
 */
public record ConsistencyPart(
    int keysFollowed,
    JudgedReads reads,
    long lostReads,
    @Nullable LostWrites lost,
    @Nullable Probe probe) {
  /**
   * Decides which writes are lost; called when all reads have been judged.
   *
   * @param readBack the result of the read-back; null if nothing was read back
   * @param settledNanos length of the read-back
   * @param probe the probe; null if there was none
   */
  public static ConsistencyPart of(
      ConsistencyMonitor monitor,
      @Nullable ReadBack readBack,
      long settledNanos,
      @Nullable Probe probe) {
    List<MissingWrite> missing = monitor.lost();
    return new ConsistencyPart(
        monitor.sample().size(),
        monitor.tally().judged(),
        missing.stream().mapToLong(MissingWrite::lostReads).sum(),
        lost(monitor, missing, readBack, settledNanos),
        probe);
  }

  /** Returns lost writes without a read-back: only writes that are certainly lost. */
  private static @Nullable LostWrites lost(
      ConsistencyMonitor monitor,
      List<MissingWrite> missing,
      @Nullable ReadBack readBack,
      long settledNanos) {
    if (readBack != null) {
      return readBack.result(missing, settledNanos);
    }
    return missing.isEmpty() ? null : monitor.readsBack().result(missing, 0);
  }

  /**
   * Adds up lost writes. A key counts once for each generator that has written it, because each
   * generator knows only its own writes.
   */
  static @Nullable LostWrites lost(List<ConsistencyPart> parts) {
    List<LostWrites> all =
        parts.stream().map(ConsistencyPart::lost).filter(Objects::nonNull).toList();
    return all.isEmpty()
        ? null
        : new LostWrites(
            all.stream().mapToInt(LostWrites::keysChecked).sum(),
            all.stream().mapToInt(LostWrites::keysUnread).sum(),
            all.stream().mapToInt(LostWrites::lost).sum(),
            all.stream().mapToLong(LostWrites::settledNanos).max().orElse(0),
            all.stream()
                .flatMap(each -> each.examples().stream())
                .limit(ReadBack.EXAMPLES)
                .toList(),
            all.stream().mapToInt(LostWrites::overwritten).sum());
  }

  /** Returns the result of the probe, which one generator of a run executes. */
  static @Nullable Probe probe(List<ConsistencyPart> parts) {
    return parts.stream().flatMap(each -> Stream.ofNullable(each.probe)).findFirst().orElse(null);
  }
}
