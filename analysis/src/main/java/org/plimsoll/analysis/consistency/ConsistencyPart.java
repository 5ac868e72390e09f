package org.plimsoll.analysis.consistency;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.ConsistencySummary.LostWrites;
import org.plimsoll.result.ConsistencySummary.Probe;

/**
 * What one generator of a run has found. The parts of all generators are added up to a {@link
 * ConsistencyReport}.
 *
 * @param keysFollowed number of keys whose writes by this generator are all tracked
 * @param reads the judgements of its reads
 * @param lostReads reads that missed a lost write
 * @param lost null if it read nothing back, and no read had found a loss
 * @param probe null if it had none
 */
public record ConsistencyPart(
    int keysFollowed,
    JudgedReads reads,
    long lostReads,
    @Nullable LostWrites lost,
    @Nullable Probe probe) {
  /**
   * Decides what is lost; called when all reads have been judged.
   *
   * @param readBack null if nothing was read back
   * @param settledNanos length of the read-back
   * @param probe null if there was none
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

  /** Without a read-back, writes that are certainly lost are reported, and nothing else. */
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
   * A key counts once for each generator that has written it, as each knows its own writes only.
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

  /** The probe's result; one generator has the probe of a run. */
  static @Nullable Probe probe(List<ConsistencyPart> parts) {
    return parts.stream().flatMap(each -> Stream.ofNullable(each.probe)).findFirst().orElse(null);
  }
}
