package org.plimsoll.analysis.verdict;

import org.plimsoll.result.Validity;
import org.plimsoll.result.Severity;
import org.plimsoll.result.FindingCode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Summary.Accounting;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.engine.spec.Parameters.Model;

/**
 * Whether the generator itself mattered: pure rules over what it saw of itself, judged by their
 * effect on the numbers that are shown.
 *
 * <p>One scale serves all effects. A number that may be off by more than a tenth is suspect: that
 * is about what repeated runs differ by on a quiet machine, so less would drown in it. One that may
 * be off by more than half says more about the generator than about the target: invalid.
 */
public final class SelfCheck {
  static final double SUSPECT_SHARE = 0.1;
  static final double INVALID_SHARE = 0.5;

  /** What a thread takes to wake up, at the 99th percentile: less is nobody's lateness. */
  static final double FLOOR_NANOS = 100_000;

  static final double SATURATED_SHARE = 0.9;
  static final double STOLEN_NOTED_SHARE = 0.02;
  static final double PAUSED_NOTED_SHARE = 0.01;
  static final double BUSY_SHARE = 0.95;

  /** Ticks of 10 ms make no share of less. */
  static final long BUSY_AT_LEAST = 1_000_000_000;

  static final double IN_TIME_NANOS = 1_000_000;
  static final double IN_TIME_SHARE = 0.99;

  /** As many as a percentile needs beyond it: fewer are an accident, not a share. */
  static final double LATE_AT_LEAST = 9.5;

  /** Processors used from which on a closed load counts as working at all. */
  static final double BUSY_PROCESSORS = 0.5;

  /** Gaps that are off by less are as asked: what handling one arrival may delay the next. */
  static final double GAP_FLOOR_NANOS = 10_000;

  /** A share of fewer gaps is an accident. */
  static final int GAPS_AT_LEAST = 200;

  private static final double NANOS_PER_MILLI = 1e6;

  private static final List<Rule> RULES =
      List.of(
          SelfCheck::nothingSucceeded,
          SelfCheck::accountingDisagrees,
          evidence -> generatorLate(evidence, FLOOR_NANOS),
          SelfCheck::scheduleMissed,
          SelfCheck::arrivalLaw,
          SelfCheck::generatorPaused,
          SelfCheck::noRoom,
          SelfCheck::generatorSaturated,
          SelfCheck::generatorIsLimit,
          SelfCheck::cpuThrottled,
          SelfCheck::machineBusy,
          SelfCheck::cpuStolen,
          SelfCheck::notSent);

  private SelfCheck() {}

  /** A sentence with a number, if there is something to say. */
  @FunctionalInterface
  private interface Rule {
    @Nullable Finding judge(Evidence evidence);
  }

  /**
   * What the generator saw of itself in the measure phase.
   *
   * @param inProcess whether the store lives in this process, so that its CPU is no finding
   * @param elapsedNanos length of the phase, without its drain
   * @param shown the times that the result shows
   * @param lag how late the generator handled arrivals, without waits for room; empty when closed
   * @param arrivals gaps between arrivals; null in a closed load, and of an interval
   * @param calls null where the run is too short to tell
   */
  public record Evidence(
      Model model,
      boolean inProcess,
      long elapsedNanos,
      Accounting accounting,
      Shown shown,
      Histogram lag,
      Room room,
      Machine machine,
      @Nullable ArrivalLaw arrivals,
      @Nullable LittlesLaw calls) {
    boolean closed() {
      return model == Model.CLOSED;
    }
  }

  /**
   * Arrivals that found no room.
   *
   * @param atBound because of the bound of calls in flight, or for want of a worker
   * @param withoutSession because every session was busy
   * @param bound the bound, or the workers of a paced load
   */
  public record Room(long atBound, long withoutSession, int bound) {}

  /**
   * The machine under the generator.
   *
   * @param processors that this process may use
   * @param cpuNanos processor time that it used
   * @param busyShare of the machine's processor time, what was used, by anybody
   * @param stealShare of the machine's processor time, what went to other machines
   * @param throttledNanos for which a quota held the process
   * @param pauses times that the whole process stood still
   * @param pauseNanosTotal for how long, and {@code pauseNanosMax} at most
   */
  public record Machine(
      int processors,
      long cpuNanos,
      double busyShare,
      double stealShare,
      long throttledNanos,
      long pauses,
      long pauseNanosTotal,
      long pauseNanosMax) {}

  /** The findings, worst first. */
  public static List<Finding> findings(Evidence evidence) {
    return RULES.stream()
        .map(rule -> rule.judge(evidence))
        .filter(Objects::nonNull)
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  /** The validity that follows from findings. */
  public static Validity validity(List<Finding> findings) {
    return findings.stream().map(Finding::severity).reduce(Severity.INFO, Severity::or).validity();
  }

  /** The share of arrivals that were handled within a millisecond, or a tenth of the median. */
  public static double adherence(Histogram lag, Shown shown) {
    double boundNanos = IN_TIME_NANOS;
    if (shown.histogram().getTotalCount() > 0) {
      boundNanos = Math.max(boundNanos, SUSPECT_SHARE * shown.nanosAt(0.5));
    }
    long inTime = lag.getCountBetweenValues(0, (long) boundNanos);
    return lag.getTotalCount() == 0 ? 1 : (double) inTime / lag.getTotalCount();
  }

  static Severity severity(double effect) {
    return effect > INVALID_SHARE ? Severity.INVALID : effect > SUSPECT_SHARE ? Severity.SUSPECT : Severity.INFO;
  }

  private static @Nullable Finding nothingSucceeded(Evidence evidence) {
    Accounting accounting = evidence.accounting();
    return accounting.scheduled() == 0 || accounting.succeeded() > 0
        ? null
        : finding(FindingCode.NOTHING_SUCCEEDED, Severity.INVALID, "Not one operation succeeded.");
  }

  /** The sum over ends, exactly, and Little's law within its tolerance. */
  private static @Nullable Finding accountingDisagrees(Evidence evidence) {
    Accounting a = evidence.accounting();
    if (a.ended() != a.scheduled()) {
      return finding(
          FindingCode.ACCOUNTING_DISAGREES,
          Severity.INVALID,
          "The accounting disagrees: %,d operations were scheduled, but %,d ended.",
          a.scheduled(),
          a.ended());
    }
    LittlesLaw calls = evidence.calls();
    if (calls == null || calls.excess() == 1) {
      return null;
    }
    return finding(
        FindingCode.ACCOUNTING_DISAGREES,
        Severity.INVALID,
        "The accounting disagrees: %s times as many operations were in flight as throughput"
            + " times response time says, so completions were lost or counted twice.",
        figure(calls.excess()));
  }

  /** A lag percentile against the same percentile that is shown: no more of it can be lag. */
  static @Nullable Finding generatorLate(Evidence evidence, double floorNanos) {
    if (evidence.lag().getTotalCount() == 0) {
      return null;
    }
    Comparator<Shown.Percentile> worst =
        Comparator.comparing(Shown.Percentile::decides)
            .thenComparingDouble(percentile -> lagShare(evidence.lag(), percentile, floorNanos));
    return evidence.shown().percentiles().stream()
        .filter(percentile -> lagShare(evidence.lag(), percentile, floorNanos) > SUSPECT_SHARE)
        .max(worst)
        .map(percentile -> late(evidence.lag(), percentile))
        .orElse(null);
  }

  private static double lagShare(Histogram lag, Shown.Percentile percentile, double floorNanos) {
    double lagNanos = lag.getValueAtPercentile(100 * percentile.quantile());
    return lagNanos < floorNanos ? 0 : lagNanos / percentile.nanos();
  }

  private static Finding late(Histogram lag, Shown.Percentile percentile) {
    double share = lagShare(lag, percentile, 0);
    return finding(
        FindingCode.GENERATOR_LATE,
        percentile.decides() ? severity(share) : Severity.INFO,
        "The generator itself was late: %s %s ms, %.0f %% of the %s shown.",
        percentile.label(),
        figure(lag.getValueAtPercentile(100 * percentile.quantile()) / NANOS_PER_MILLI),
        Math.min(100, share * 100),
        percentile.label());
  }

  /** The p99 is made by 1 % of the arrivals: when more came late, it is of another load. */
  private static @Nullable Finding scheduleMissed(Evidence evidence) {
    double adherence = adherence(evidence.lag(), evidence.shown());
    double late = (1 - adherence) * evidence.lag().getTotalCount();
    if (adherence >= IN_TIME_SHARE || late < LATE_AT_LEAST) {
      return null;
    }
    return finding(
        FindingCode.SCHEDULE_MISSED,
        adherence < 1 - INVALID_SHARE ? Severity.INVALID : Severity.SUSPECT,
        "The schedule was not kept: only %s %% of the arrivals were handled in time.",
        figure(adherence * 100));
  }

  /**
   * Gaps between arrivals count as those asked for when they are within a tenth of the median time
   * shown, or of the mean gap: a shift by less moves no queue by more than a tenth either.
   */
  private static @Nullable Finding arrivalLaw(Evidence evidence) {
    ArrivalLaw arrivals = evidence.arrivals();
    if (arrivals == null || arrivals.gaps() < GAPS_AT_LEAST) {
      return null;
    }
    double median =
        evidence.shown().histogram().getTotalCount() == 0 ? 0 : evidence.shown().nanosAt(0.5);
    double slackNanos =
        Math.max(GAP_FLOOR_NANOS, SUSPECT_SHARE * Math.max(median, arrivals.meanNanos()));
    double off = arrivals.offShare(slackNanos);
    double dependence = arrivals.dependence(slackNanos) - 4 / Math.sqrt(arrivals.gaps());
    if (off > SUSPECT_SHARE) {
      return finding(
          FindingCode.ARRIVAL_LAW,
          severity(off),
          "The arrivals were not spaced as asked: at least %.0f %% of the gaps between them were"
              + " off by more than %s ms.",
          off * 100,
          figure(slackNanos / NANOS_PER_MILLI));
    }
    return dependence <= SUSPECT_SHARE
        ? null
        : finding(
            FindingCode.ARRIVAL_LAW,
            severity(dependence),
            "The arrivals were not independent: the gaps that followed one another had a rank"
                + " correlation that was off by %s.",
            figure(dependence));
  }

  /**
   * Stops only add time, so without them a percentile p would lie between those at p − f and at p
   * that were measured, where f is the share of operations that a stop can have touched: in an open
   * load those that became due in it or were in flight, in a closed one only the latter, since
   * nothing is sent meanwhile. No operation gained more than the longest stop. A share f that is
   * less than the sampling error of the percentile's own rank moves it by less than the next run
   * would. The throughput of a closed load lacks the time that was stood still.
   */
  private static @Nullable Finding generatorPaused(Evidence evidence) {
    Machine machine = evidence.machine();
    // The last stop may have begun in the phase and ended behind it.
    double pausedShare = Math.min(1, (double) machine.pauseNanosTotal() / evidence.elapsedNanos());
    Histogram times = evidence.shown().histogram();
    double inFlightShare =
        times.getTotalCount() == 0
            ? 0
            : machine.pauses() * times.getMean() / evidence.elapsedNanos();
    double touched = Math.min(1, inFlightShare + (evidence.closed() ? 0 : pausedShare));
    double effect = evidence.closed() ? pausedShare : 0;
    String of = "throughput";
    for (Shown.Percentile percentile : evidence.shown().percentiles()) {
      double without = evidence.shown().nanosAt(percentile.quantile() - touched);
      double gained = Math.min((double) machine.pauseNanosMax(), percentile.nanos() - without);
      if (percentile.decides()
          && touched > evidence.shown().rankError(percentile.quantile())
          && gained >= FLOOR_NANOS
          && gained / percentile.nanos() > effect) {
        effect = gained / percentile.nanos();
        of = percentile.label();
      }
    }
    if (effect <= SUSPECT_SHARE && pausedShare <= PAUSED_NOTED_SHARE) {
      return null;
    }
    return finding(
        FindingCode.GENERATOR_PAUSED,
        severity(effect),
        "The generator stood still %s for %s %% of the time, up to %s ms%s.",
        machine.pauses() == 1 ? "once" : String.format(Locale.ROOT, "%,d times", machine.pauses()),
        figure(pausedShare * 100),
        figure(machine.pauseNanosMax() / NANOS_PER_MILLI),
        effect <= SUSPECT_SHARE
            ? ""
            : String.format(Locale.ROOT, ", up to %.0f %% of the %s shown", effect * 100, of));
  }

  /** Waiting is a part of the response time; it decides when it reaches a percentile shown. */
  static @Nullable Finding noRoom(Evidence evidence) {
    Room room = evidence.room();
    long waited = room.atBound() + room.withoutSession();
    if (evidence.closed() || waited == 0) {
      return null;
    }
    long scheduled = Math.max(1, evidence.accounting().scheduled());
    double share = (double) waited / scheduled;
    Severity severity = share > evidence.shown().tail() ? Severity.SUSPECT : Severity.INFO;
    if (evidence.model() == Model.PACED) {
      return finding(
          FindingCode.WORKERS_RAN_OUT,
          severity,
          "Workers ran out: %,d of %,d operations (%s %%) waited for one of %,d workers.",
          waited,
          scheduled,
          figure(share * 100),
          room.bound());
    }
    return finding(
        FindingCode.LOAD_NOT_OPEN,
        severity,
        "The load was not open: %,d of %,d arrivals (%s %%) found %s.",
        waited,
        scheduled,
        figure(share * 100),
        room.atBound() >= room.withoutSession()
            ? String.format(Locale.ROOT, "the in-flight bound of %,d reached", room.bound())
            : "every session busy; --sessions opens more");
  }

  /**
   * Answers then wait for a processor of ours, inside the service time, and nothing tells how long.
   */
  static @Nullable Finding generatorSaturated(Evidence evidence) {
    double share = processorsUsed(evidence) / evidence.machine().processors();
    if (share <= SATURATED_SHARE || evidence.inProcess() || isLimit(evidence)) {
      return null;
    }
    int processors = evidence.machine().processors();
    String its = processors == 1 ? "one processor" : processors + " processors";
    String used = String.format(Locale.ROOT, "%.0f %% of its %s", share * 100, its);
    return evidence.closed()
        ? finding(
            FindingCode.GENERATOR_SATURATED,
            Severity.SUSPECT,
            "The generator, not the target, may be the limit: it used %s.",
            used)
        : finding(
            FindingCode.GENERATOR_SATURATED,
            Severity.SUSPECT,
            "The generator was saturated: it used %s, and answers may have waited for it.",
            used);
  }

  private static @Nullable Finding generatorIsLimit(Evidence evidence) {
    if (!isLimit(evidence)) {
      return null;
    }
    return finding(
        FindingCode.GENERATOR_IS_LIMIT,
        Severity.INFO,
        "The generator was the limit: it used %s processors for %s operations in the target"
            + " at a time. The target may carry more than this throughput.",
        figure(processorsUsed(evidence)),
        figure(inTarget(evidence)));
  }

  /**
   * A worker is either in the target or with the generator. When fewer operations were in the
   * target than half of the processors that the generator used, most of their time went to it. How
   * long failures took is not recorded, so many of them leave it open.
   */
  private static boolean isLimit(Evidence evidence) {
    Accounting accounting = evidence.accounting();
    long answered = accounting.answered();
    double used = processorsUsed(evidence);
    return evidence.closed()
        && answered > accounting.scheduled() * SATURATED_SHARE
        && used > BUSY_PROCESSORS
        && inTarget(evidence) < used * INVALID_SHARE;
  }

  /** Operations in the target at a time, on average, by Little's law. */
  private static double inTarget(Evidence evidence) {
    Histogram times = evidence.shown().histogram();
    return times.getTotalCount() == 0
        ? 0
        : times.getTotalCount() * times.getMean() / evidence.elapsedNanos();
  }

  private static double processorsUsed(Evidence evidence) {
    return (double) evidence.machine().cpuNanos() / evidence.elapsedNanos();
  }

  /** Within a quota that is used up nothing runs, and what happens meanwhile is not seen. */
  static @Nullable Finding cpuThrottled(Evidence evidence) {
    double share = (double) evidence.machine().throttledNanos() / evidence.elapsedNanos();
    return share <= PAUSED_NOTED_SHARE
        ? null
        : finding(
            FindingCode.CPU_THROTTLED,
            severity(share),
            "A quota of processor time held the generator for %s %% of the time.",
            figure(Math.min(1, share) * 100));
  }

  /** Answers may have waited for a processor; whether they did, the lag of an open load tells. */
  private static @Nullable Finding machineBusy(Evidence evidence) {
    double share = evidence.machine().busyShare();
    return share <= BUSY_SHARE || evidence.inProcess() || evidence.elapsedNanos() < BUSY_AT_LEAST
        ? null
        : finding(
            FindingCode.MACHINE_BUSY,
            Severity.INFO,
            "The processors of this machine were busy for %.0f %% of the time, with whatever ran on"
                + " it: service times contain waiting for one.",
            share * 100);
  }

  /** What is stolen is missing from a throughput, and delays some operation by an unknown time. */
  static @Nullable Finding cpuStolen(Evidence evidence) {
    double share = evidence.machine().stealShare();
    return share <= STOLEN_NOTED_SHARE
        ? null
        : finding(
            FindingCode.CPU_STOLEN,
            share > SUSPECT_SHARE ? Severity.SUSPECT : Severity.INFO,
            "Other machines took %.1f %% of this one's processor time.",
            share * 100);
  }

  private static @Nullable Finding notSent(Evidence evidence) {
    Accounting accounting = evidence.accounting();
    return accounting.shed() + accounting.notSent() == 0
        ? null
        : finding(
            FindingCode.NOT_SENT,
            Severity.INFO,
            "Operations were not sent: %s; they rank above all percentiles.",
            Stream.of(
                    counted(accounting.shed(), "%,d shed"),
                    counted(accounting.notSent(), "%,d expired"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", ")));
  }

  private static Optional<String> counted(long count, String text) {
    return count == 0 ? Optional.empty() : Optional.of(String.format(Locale.ROOT, text, count));
  }

  /** Three significant digits, or the whole number when it has more; never an exponent. */
  static String figure(double value) {
    double rounded = new BigDecimal(value).round(new MathContext(3)).doubleValue();
    return rounded >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, rounded >= 10 ? "%.1f" : "%.2f", value);
  }

  static Finding finding(FindingCode code, Severity severity, String text, Object... values) {
    return new Finding(code, severity, String.format(Locale.ROOT, text, values));
  }
}
