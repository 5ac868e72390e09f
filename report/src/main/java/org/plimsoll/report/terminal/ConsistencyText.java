package org.plimsoll.report.terminal;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.Atomicity;
import org.plimsoll.result.ConsistencySummary.LostWrites;
import org.plimsoll.result.ConsistencySummary.Probe;
import org.plimsoll.result.ConsistencySummary.Reads;
import org.plimsoll.result.ConsistencySummary.Share;
import org.plimsoll.result.ConsistencySummary.Stale;
import org.plimsoll.result.ConsistencySummary.VisibilityPoint;
import org.plimsoll.result.Figures;

/** Renders consistency results as lines for the table and the page, and as a plot. */
public final class ConsistencyText {
  private static final double NEARLY_ALL = 0.99;

  private ConsistencyText() {}

  /** Returns the lines as label and text. */
  public static Map<String, String> lines(ConsistencySummary found) {
    Map<String, String> lines = new LinkedHashMap<>();
    Reads reads = found.freshness().reads();
    lines.put(
        "reads judged",
        Figures.count(reads.judged())
            + " of "
            + Figures.count(found.keysFollowed())
            + " keys"
            + (reads.unjudged() == 0 ? "" : "; unknown: " + Figures.count(reads.unjudged())));
    lines.put("stale reads", of(reads.stale(), reads.judged(), reads.staleShare()));
    Stale stale = found.freshness().stale();
    if (stale != null) {
      lines.put(
          "staleness",
          "median "
              + range(
                  stale.atLeastNanos().percentiles().p50(), stale.atMostNanos().percentiles().p50())
              + ", longest "
              + range(stale.atLeastNanos().max(), stale.atMostNanos().max())
              + "; up to "
              + Figures.count(stale.versionsBehindMax())
              + " versions behind");
    }
    long seenBy = seenByNearlyAll(found.freshness().visibility());
    if (stale != null) {
      lines.put(
          "99 % see a write",
          seenBy < 0 ? "not within the run" : Figures.duration(seenBy) + " after it, and later");
    }
    found
        .guarantees()
        .forEach((code, guarantee) ->
            lines.put(
                code.replace('-', ' '),
                guarantee.checked() == 0
                    ? "not tested"
                    : guarantee.violated() == 0
                        ? "held for all of " + Figures.count(guarantee.checked())
                        : "violated by "
                            + of(
                                guarantee.violated(),
                                guarantee.checked(),
                                guarantee.violatedShare())));
    if (reads.lost() > 0) {
      lines.put("reads of lost data", Figures.count(reads.lost()));
    }
    addLost(lines, found.lostWrites());
    addAtomicity(lines, found.atomicity());
    addProbe(lines, found.probe());
    return lines;
  }

  /**
   * Returns the time from which at least 99 % of the reads of every step saw the write; -1 if there
   * is none.
   */
  private static long seenByNearlyAll(List<VisibilityPoint> points) {
    long from = -1;
    for (VisibilityPoint point : points) {
      if (point.share() < NEARLY_ALL) {
        from = -1;
      } else if (from < 0) {
        from = point.fromNanos();
      }
    }
    return from;
  }

  private static void addLost(Map<String, String> lines, @Nullable LostWrites lost) {
    if (lost != null) {
      lines.put(
          "lost writes",
          "%s of %s keys, after %s%s%s"
              .formatted(
                  Figures.count(lost.lost()),
                  Figures.count(lost.keysChecked()),
                  Figures.duration(lost.settledNanos()),
                  lost.overwritten() == 0
                      ? ""
                      : "; written again later: " + Figures.count(lost.overwritten()),
                  lost.keysUnread() == 0
                      ? ""
                      : "; not read back: " + Figures.count(lost.keysUnread())));
    }
  }

  private static void addAtomicity(Map<String, String> lines, @Nullable Atomicity atomicity) {
    if (atomicity != null) {
      Long delta = atomicity.deltaNanosMax();
      lines.put(
          "atomic keys",
          "%s of %s in %s%s operations%s"
              .formatted(
                  Figures.count(atomicity.keys() - atomicity.conflictingKeys()),
                  Figures.count(atomicity.keys()),
                  atomicity.complete() ? "" : "the first ",
                  Figures.count(atomicity.operations()),
                  atomicity.conflictingKeys() == 0
                      ? ""
                      : delta == null
                          ? "; no Δ is enough"
                          : "; all of them with Δ = " + Figures.duration(delta)));
    }
  }

  private static void addProbe(Map<String, String> lines, @Nullable Probe probe) {
    if (probe != null) {
      long seen = probe.markers() - probe.unseen() - probe.failed();
      lines.put(
          "probe",
          "%s of %s markers seen; window median %s, longest %s"
              .formatted(
                  Figures.count(seen),
                  Figures.count(probe.markers()),
                  range(
                      probe.lastStaleNanos().percentiles().p50(),
                      probe.firstFreshNanos().percentiles().p50()),
                  range(probe.lastStaleNanos().max(), probe.firstFreshNanos().max())));
    }
  }

  private static String of(long part, long all, Share share) {
    Double low = share.low();
    Double high = share.high();
    Double value = share.share();
    return Figures.count(part)
        + " of "
        + Figures.count(all)
        + (value == null || low == null || high == null
            ? ""
            : " (%s, %s to %s)"
                .formatted(Figures.percent(value), Figures.percent(low), Figures.percent(high)));
  }

  private static String range(@Nullable Long low, @Nullable Long high) {
    return low == null || high == null
        ? Figures.NONE
        : Figures.duration(low) + " to " + Figures.duration(high);
  }
}
