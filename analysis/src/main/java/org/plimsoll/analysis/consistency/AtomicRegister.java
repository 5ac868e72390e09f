package org.plimsoll.analysis.consistency;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether the operations on one key are linearizable, that is, whether the key behaves like
 * an atomic register. The check takes O(n log n), because each write has a unique value (Gibbons
 * and Korach, Testing shared memories, SIAM Journal on Computing 1997).
 *
 * <p>A <i>cluster</i> is a write with the reads that returned it. In a valid order, no operation of
 * another cluster is between them, so whole clusters are ordered. Let f be the first end of an
 * operation of a cluster, and s the last start of one. A cluster must precede another iff f &lt;
 * s': one of its operations ended before one of the other started. A valid order exists iff no two
 * clusters must each precede the other: f &lt; s' and f' &lt; s. By the theorem, any longer cycle
 * implies such a pair. The <i>zone</i> of a cluster is the time between f and s. It is
 * <i>forward</i> if f &lt; s, else <i>backward</i>. In terms of zones, no two forward zones
 * overlap, and no backward zone is within a forward one. In addition, no read may end before its
 * write has started. Operations are concurrent if one starts at the instant at which the other
 * ends.
 *
 * <p>A write that failed has no end, and counts only if it was read. Reads of unrecorded writes are
 * omitted. This can hide a conflict but never causes one, because an order without one write and
 * its reads remains valid.
 *
 * <p><b>Δ</b> is the smallest staleness that explains the reads: the least Δ for which the history
 * has a valid order if every read starts Δ earlier (Golab, Li and Shah, PODC 2011). Zones only
 * shrink with Δ, so it is found by bisection. There is no Δ if a read ends before its write
 * started.
 */
final class AtomicRegister {
  private static final long ENDLESS = Long.MAX_VALUE;

  private final List<Cluster> clusters;
  private final long impossibleReads;

  /** A write and its reads. */
  private static final class Cluster {
    private final long write;
    private final boolean isCertain;
    private final long writeStart;
    private long firstEnd;
    private long lastReadStart = Long.MIN_VALUE;

    Cluster(long write, boolean isCertain, long writeStart, long writeEnd) {
      this.write = write;
      this.isCertain = isCertain;
      this.writeStart = writeStart;
      this.firstEnd = writeEnd;
    }

    boolean isRead() {
      return lastReadStart != Long.MIN_VALUE;
    }

    Zone zone(long deltaNanos) {
      long start = isRead() ? Math.max(writeStart, lastReadStart - deltaNanos) : writeStart;
      return new Zone(write, firstEnd, start);
    }
  }

  private record Zone(long write, long firstEnd, long lastStart) {
    boolean isForward() {
      return firstEnd < lastStart;
    }
  }

  /**
   * The result of a check.
   *
   * @param conflicts overlaps of forward zones, backward zones within one, and impossible reads
   * @param deltaNanos the smallest Δ in nanoseconds; null if no Δ helps
   * @param example an example of a conflict; null if there is none
   */
  record Result(long conflicts, @Nullable Long deltaNanos, @Nullable Pair example) {}

  /** Two writes that must each precede the other. */
  record Pair(long first, long second) {}

  private record Conflicts(long count, @Nullable Pair example) {}

  private AtomicRegister(List<OperationHistory.Entry> operations) {
    Map<Long, Cluster> byWrite = new HashMap<>();
    // The initial value was written before everything else.
    byWrite.put(0L, new Cluster(0, true, Long.MIN_VALUE / 2, Long.MIN_VALUE / 2));
    for (OperationHistory.Entry entry : operations) {
      if (entry.isWrite()) {
        boolean isCertain = entry.kind() == OperationHistory.Kind.WRITE;
        long end = isCertain ? entry.endNanos() : ENDLESS;
        byWrite.put(entry.write(), new Cluster(entry.write(), isCertain, entry.startNanos(), end));
      }
    }
    long impossible = 0;
    for (OperationHistory.Entry entry : operations) {
      Cluster cluster = entry.isWrite() ? null : byWrite.get(entry.write());
      if (cluster != null) {
        cluster.firstEnd = Math.min(cluster.firstEnd, entry.endNanos());
        cluster.lastReadStart = Math.max(cluster.lastReadStart, entry.startNanos());
        impossible += entry.endNanos() < cluster.writeStart ? 1 : 0;
      }
    }
    impossibleReads = impossible;
    clusters =
        byWrite.values().stream().filter(cluster -> cluster.isCertain || cluster.isRead()).toList();
  }

  /** Checks the operations on one key. */
  static Result check(List<OperationHistory.Entry> operations) {
    AtomicRegister register = new AtomicRegister(operations);
    Conflicts conflicts = register.conflicts(0);
    long count = conflicts.count() + register.impossibleReads;
    return new Result(count, count == 0 ? (Long) 0L : register.delta(), conflicts.example());
  }

  private @Nullable Long delta() {
    long latest = clusters.stream().mapToLong(c -> c.lastReadStart).max().orElse(0);
    long earliest =
        clusters.stream().mapToLong(c -> c.firstEnd).filter(end -> end >= 0).min().orElse(0);
    long enough = Math.max(1, latest - earliest + 1);
    if (impossibleReads > 0 || conflicts(enough).count() > 0) {
      return null;
    }
    long tooLittle = 0;
    while (enough - tooLittle > 1) {
      long middle = tooLittle + (enough - tooLittle) / 2;
      if (conflicts(middle).count() > 0) {
        tooLittle = middle;
      } else {
        enough = middle;
      }
    }
    return enough;
  }

  private Conflicts conflicts(long deltaNanos) {
    List<Zone> forward = new ArrayList<>();
    List<Zone> backward = new ArrayList<>();
    for (Cluster cluster : clusters) {
      Zone zone = cluster.zone(deltaNanos);
      (zone.isForward() ? forward : backward).add(zone);
    }
    forward.sort(Comparator.comparingLong(Zone::firstEnd));
    long[] firstEnds = forward.stream().mapToLong(Zone::firstEnd).toArray();
    // The zone that ends last so far; it may cover a position.
    Zone[] reaching = new Zone[forward.size()];
    long[] lastStarts = forward.stream().mapToLong(Zone::lastStart).sorted().toArray();
    long count = 0;
    Pair example = null;
    for (int i = 0; i < reaching.length; i++) {
      Zone zone = forward.get(i);
      Zone before = i == 0 ? zone : reaching[i - 1];
      if (i > 0 && before.lastStart() > zone.firstEnd()) {
        example = example == null ? new Pair(before.write(), zone.write()) : example;
      }
      // Of the i zones that start before this one, those that have ended do not overlap with it.
      count += i - atMost(lastStarts, zone.firstEnd());
      reaching[i] = before.lastStart() > zone.lastStart() ? before : zone;
    }
    for (Zone zone : backward) {
      int earlier = below(firstEnds, zone.lastStart());
      if (earlier > 0 && reaching[earlier - 1].lastStart() > zone.firstEnd()) {
        count++;
        example = example == null ? new Pair(reaching[earlier - 1].write(), zone.write()) : example;
      }
    }
    return new Conflicts(count, example);
  }

  /** Counts the sorted numbers that are at most {@code bound}. */
  private static int atMost(long[] sorted, long bound) {
    return bound == Long.MAX_VALUE ? sorted.length : below(sorted, bound + 1);
  }

  /** Counts the sorted numbers below {@code bound}. */
  private static int below(long[] sorted, long bound) {
    int at = Arrays.binarySearch(sorted, bound);
    if (at < 0) {
      return -at - 1;
    }
    while (at > 0 && sorted[at - 1] == bound) {
      at--;
    }
    return at;
  }
}
