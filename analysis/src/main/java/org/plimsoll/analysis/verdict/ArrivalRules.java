package org.plimsoll.analysis.verdict;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/** Rules on how the generator handled the arrivals of its load. */
public final class ArrivalRules {
  static final double IN_TIME_NANOS = 1_000_000;
  private static final double IN_TIME_SHARE = 0.99;

  /** Minimum share of the time for a cause to be named. */
  private static final double CAUSE_SHARE = 0.001;

  /** Minimum number of late arrivals: as many as must be above a percentile. */
  private static final double LATE_AT_LEAST = 9.5;

  /**
   * Minimum deviation of a gap that counts. Smaller ones occur, because handling one arrival may
   * delay the next.
   */
  private static final double GAP_FLOOR_NANOS = 10_000;

  /** Minimum number of gaps to judge. */
  private static final int GAPS_AT_LEAST = 200;

  private ArrivalRules() {}

  /**
   * Compares each lag percentile with the same shown percentile: the lag raised it by at most that
   * much.
   */
  static @Nullable Finding generatorLate(Evidence evidence, double floorNanos) {
    if (evidence.arrivals().lag().getTotalCount() == 0) {
      return null;
    }
    Comparator<Shown.Percentile> worst =
        Comparator.comparing(Shown.Percentile::decides)
            .thenComparingDouble(
                percentile -> lagShare(evidence.arrivals().lag(), percentile, floorNanos));
    return evidence.shown().percentiles().stream()
        .filter(percentile ->
            lagShare(evidence.arrivals().lag(), percentile, floorNanos) > Findings.SUSPECT_SHARE)
        .max(worst)
        .map(percentile -> late(evidence, percentile))
        .orElse(null);
  }

  private static double lagShare(Histogram lag, Shown.Percentile percentile, double floorNanos) {
    double lagNanos = lag.getValueAtPercentile(100 * percentile.quantile());
    return lagNanos < floorNanos ? 0 : lagNanos / percentile.nanos();
  }

  private static Finding late(Evidence evidence, Shown.Percentile percentile) {
    Histogram lag = evidence.arrivals().lag();
    double share = lagShare(lag, percentile, 0);
    return Findings.finding(
        FindingCode.GENERATOR_LATE,
        percentile.decides() ? Findings.severity(share) : Severity.INFO,
        "The generator was late: %s of the dispatch lag is %s ms, %.0f %% of the %s shown.%s",
        percentile.label(),
        Findings.figure(
            lag.getValueAtPercentile(100 * percentile.quantile()) / Findings.NANOS_PER_MILLI),
        Math.min(100, share * 100),
        percentile.label(),
        causes(evidence));
  }

  /** Returns the measured causes of pacer delays; empty if they were short. */
  private static String causes(Evidence evidence) {
    Map<String, Double> shares = new LinkedHashMap<>();
    double elapsedNanos = evidence.elapsedNanos();
    Evidence.Machine machine =
        evidence.worst(each ->
            (double) each.pacerWaitNanos() + each.pauses().totalNanos() + each.throttledNanos());
    shares.put("waited for a processor", machine.pacerWaitNanos() / elapsedNanos);
    shares.put("was paused", machine.pauses().totalNanos() / elapsedNanos);
    shares.put("was stopped by a CPU quota", machine.throttledNanos() / elapsedNanos);
    List<String> told =
        shares.entrySet().stream()
            .filter(cause -> cause.getValue() >= CAUSE_SHARE)
            .map(cause -> cause.getKey() + " for " + Findings.figure(cause.getValue() * 100) + " %")
            .toList();
    String pacer =
        machine.generator().isEmpty() ? " Its pacer " : " The pacer of " + machine.who() + " ";
    return told.isEmpty() ? "" : pacer + String.join(" and ", told) + " of the time.";
  }

  /**
   * Checks the share of late arrivals. 1 % of the arrivals determine the p99; if more are late, it
   * belongs to another load.
   */
  static @Nullable Finding scheduleMissed(Evidence evidence) {
    double adherence = adherence(evidence.arrivals().lag(), evidence.shown());
    double late = (1 - adherence) * evidence.arrivals().lag().getTotalCount();
    if (adherence >= IN_TIME_SHARE || late < LATE_AT_LEAST) {
      return null;
    }
    return Findings.finding(
        FindingCode.SCHEDULE_MISSED,
        adherence < 1 - Findings.INVALID_SHARE ? Severity.INVALID : Severity.SUSPECT,
        "The schedule was not kept: only %s %% of the arrivals were handled on time.",
        Findings.figure(adherence * 100));
  }

  /** Returns the share of arrivals that were handled within 1 ms or a tenth of the median. */
  public static double adherence(Histogram lag, Shown shown) {
    double boundNanos = IN_TIME_NANOS;
    if (shown.histogram().getTotalCount() > 0) {
      boundNanos = Math.max(boundNanos, Findings.SUSPECT_SHARE * shown.nanosAt(0.5));
    }
    long inTime = lag.getCountBetweenValues(0, (long) boundNanos);
    return lag.getTotalCount() == 0 ? 1 : (double) inTime / lag.getTotalCount();
  }

  /**
   * Checks the gaps between arrivals. A gap counts as kept if it is within a tenth of the median
   * time shown or of the mean gap, since a smaller shift changes queues by at most a tenth.
   */
  static @Nullable Finding arrivalLaw(Evidence evidence) {
    ArrivalLaw law = evidence.arrivals().law();
    if (law == null || law.gaps() < GAPS_AT_LEAST) {
      return null;
    }
    double median =
        evidence.shown().histogram().getTotalCount() == 0 ? 0 : evidence.shown().nanosAt(0.5);
    double slackNanos =
        Math.max(GAP_FLOOR_NANOS, Findings.SUSPECT_SHARE * Math.max(median, law.meanNanos()));
    double off = law.offShare(slackNanos);
    double dependence = law.dependence(slackNanos) - 4 / Math.sqrt(law.gaps());
    if (off > Findings.SUSPECT_SHARE) {
      return Findings.finding(
          FindingCode.ARRIVAL_LAW,
          Findings.severity(off),
          "The arrivals were not spaced as requested: at least %.0f %% of the gaps between them"
              + " were off by more than %s ms.",
          off * 100,
          Findings.figure(slackNanos / Findings.NANOS_PER_MILLI));
    }
    return dependence <= Findings.SUSPECT_SHARE
        ? null
        : Findings.finding(
            FindingCode.ARRIVAL_LAW,
            Findings.severity(dependence),
            "The arrivals were not independent: the rank correlation of successive gaps was off"
                + " by %s.",
            Findings.figure(dependence));
  }

  /**
   * Reports waits for a free slot, which are part of the response time. They matter if they reach a
   * percentile shown.
   */
  static @Nullable Finding noRoom(Evidence evidence) {
    Evidence.Room room = evidence.arrivals().room();
    long waited = room.atBound() + room.withoutSession();
    if (evidence.closed() || waited == 0) {
      return null;
    }
    long scheduled = Math.max(1, evidence.accounting().scheduled());
    double share = (double) waited / scheduled;
    Severity severity = share > evidence.shown().tail() ? Severity.SUSPECT : Severity.INFO;
    if (evidence.model() == Model.PACED) {
      return Findings.finding(
          FindingCode.WORKERS_RAN_OUT,
          severity,
          "Workers ran out: %,d of %,d operations (%s %%) waited for one of %,d workers.",
          waited,
          scheduled,
          Findings.figure(share * 100),
          room.bound());
    }
    return Findings.finding(
        FindingCode.LOAD_NOT_OPEN,
        severity,
        "The load was not open: %,d of %,d arrivals (%s %%) found %s.",
        waited,
        scheduled,
        Findings.figure(share * 100),
        room.atBound() >= room.withoutSession()
            ? String.format(Locale.ROOT, "the in-flight bound of %,d reached", room.bound())
            : "every session busy; --sessions opens more");
  }
}
