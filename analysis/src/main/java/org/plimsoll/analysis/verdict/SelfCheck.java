package org.plimsoll.analysis.verdict;

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
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Pauses;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Accounting;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;

/**
 * Checks whether the generator disturbed the result, by pure rules on its own measurements. A
 * disturbance is judged by its effect on the numbers shown.
 *
 * <p>All effects have the same scale. A number that may be off by more than 10 % is suspect.
 * Repeated runs on a quiet machine differ by about as much, so smaller effects are not visible. A
 * number that may be off by more than 50 % says more about the generator than about the target, and
 * is invalid.
 */
public final class SelfCheck {
  static final double SUSPECT_SHARE = 0.1;
  static final double INVALID_SHARE = 0.5;

  /** The p99 of the time to wake a thread; a smaller lag does not count. */
  static final double FLOOR_NANOS = 100_000;

  static final double SATURATED_SHARE = 0.9;
  static final double STOLEN_NOTED_SHARE = 0.02;
  static final double PAUSED_NOTED_SHARE = 0.01;
  static final double BUSY_SHARE = 0.95;

  /** Minimum length for a busy share, since the kernel counts in ticks of 10 ms. */
  static final long BUSY_AT_LEAST = 1_000_000_000;

  static final double IN_TIME_NANOS = 1_000_000;
  static final double IN_TIME_SHARE = 0.99;

  /** Minimum number of late arrivals, as many as a percentile needs beyond it. */
  static final double LATE_AT_LEAST = 9.5;

  /** Minimum CPU use, in cores, for a closed load to count as active. */
  static final double BUSY_PROCESSORS = 0.5;

  /** Minimum deviation of a gap that counts, as handling one arrival may delay the next. */
  static final double GAP_FLOOR_NANOS = 10_000;

  /** Minimum number of gaps to judge. */
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

  /** A rule that returns a finding or null. */
  @FunctionalInterface
  private interface Rule {
    @Nullable Finding judge(Evidence evidence);
  }

  /**
   * The generator's own measurements during the measurement.
   *
   * @param inProcess whether the store runs in this process, so that its CPU use is not a finding
   * @param elapsedNanos length of the phase, without its drain
   * @param shown times that the result shows
   * @param calls null if the run is too short to judge
   */
  public record Evidence(
      Model model,
      boolean inProcess,
      long elapsedNanos,
      Accounting accounting,
      Shown shown,
      Arrivals arrivals,
      Machine machine,
      @Nullable LittlesLaw calls) {
    boolean closed() {
      return model == Model.CLOSED;
    }
  }

  /**
   * How the generator handled arrivals.
   *
   * @param lag how late it handled them, without waits for a free slot; empty in a closed load
   * @param law gaps between them; null in a closed load and for an interval
   */
  public record Arrivals(Histogram lag, Room room, @Nullable ArrivalLaw law) {}

  /**
   * Arrivals that had to wait for a free slot or session.
   *
   * @param atBound arrivals that waited because of the in-flight bound or a lack of workers
   * @param withoutSession arrivals that waited because every session was busy
   * @param bound in-flight bound, or the number of workers of a paced load
   */
  public record Room(long atBound, long withoutSession, int bound) {}

  /**
   * The state of the generator's machine.
   *
   * @param processors number of processors available to this process
   * @param cpuNanos CPU time of this process
   * @param busyShare share of the machine's CPU time used by any process
   * @param stealShare share of the machine's CPU time that went to other machines
   * @param throttledNanos time for which a CPU quota stopped the process
   */
  public record Machine(
      int processors,
      long cpuNanos,
      double busyShare,
      double stealShare,
      long throttledNanos,
      Pauses pauses) {}

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

  /** The share of arrivals that were handled within 1 ms or a tenth of the median. */
  public static double adherence(Histogram lag, Shown shown) {
    double boundNanos = IN_TIME_NANOS;
    if (shown.histogram().getTotalCount() > 0) {
      boundNanos = Math.max(boundNanos, SUSPECT_SHARE * shown.nanosAt(0.5));
    }
    long inTime = lag.getCountBetweenValues(0, (long) boundNanos);
    return lag.getTotalCount() == 0 ? 1 : (double) inTime / lag.getTotalCount();
  }

  static Severity severity(double effect) {
    return effect > INVALID_SHARE
        ? Severity.INVALID
        : effect > SUSPECT_SHARE ? Severity.SUSPECT : Severity.INFO;
  }

  private static @Nullable Finding nothingSucceeded(Evidence evidence) {
    Accounting accounting = evidence.accounting();
    return accounting.scheduled() == 0 || accounting.answered().succeeded() > 0
        ? null
        : finding(FindingCode.NOTHING_SUCCEEDED, Severity.INVALID, "No operation succeeded.");
  }

  /** Checks the sum of all ends exactly, and Little's law within its tolerance. */
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
            + " times response time gives, so completions were lost or counted twice.",
        figure(calls.excess()));
  }

  /** Compares each lag percentile with the same percentile shown, which it bounds the effect on. */
  static @Nullable Finding generatorLate(Evidence evidence, double floorNanos) {
    Histogram lag = evidence.arrivals().lag();
    if (lag.getTotalCount() == 0) {
      return null;
    }
    Comparator<Shown.Percentile> worst =
        Comparator.comparing(Shown.Percentile::decides)
            .thenComparingDouble(percentile -> lagShare(lag, percentile, floorNanos));
    return evidence.shown().percentiles().stream()
        .filter(percentile -> lagShare(lag, percentile, floorNanos) > SUSPECT_SHARE)
        .max(worst)
        .map(percentile -> late(lag, percentile))
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
        "The generator was late: %s of the dispatch lag is %s ms, %.0f %% of the %s shown.",
        percentile.label(),
        figure(lag.getValueAtPercentile(100 * percentile.quantile()) / NANOS_PER_MILLI),
        Math.min(100, share * 100),
        percentile.label());
  }

  /**
   * Checks the share of late arrivals. 1 % of the arrivals determine the p99; if more are late, it
   * belongs to another load.
   */
  private static @Nullable Finding scheduleMissed(Evidence evidence) {
    Histogram lag = evidence.arrivals().lag();
    double adherence = adherence(lag, evidence.shown());
    double late = (1 - adherence) * lag.getTotalCount();
    if (adherence >= IN_TIME_SHARE || late < LATE_AT_LEAST) {
      return null;
    }
    return finding(
        FindingCode.SCHEDULE_MISSED,
        adherence < 1 - INVALID_SHARE ? Severity.INVALID : Severity.SUSPECT,
        "The schedule was not kept: only %s %% of the arrivals were handled on time.",
        figure(adherence * 100));
  }

  /**
   * Checks the gaps between arrivals. A gap counts as kept if it is within a tenth of the median
   * time shown or of the mean gap, since a smaller shift changes queues by at most a tenth.
   */
  private static @Nullable Finding arrivalLaw(Evidence evidence) {
    ArrivalLaw arrivals = evidence.arrivals().law();
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
          "The arrivals were not spaced as requested: at least %.0f %% of the gaps between them"
              + " were off by more than %s ms.",
          off * 100,
          figure(slackNanos / NANOS_PER_MILLI));
    }
    return dependence <= SUSPECT_SHARE
        ? null
        : finding(
            FindingCode.ARRIVAL_LAW,
            severity(dependence),
            "The arrivals were not independent: the rank correlation of successive gaps was off"
                + " by %s.",
            figure(dependence));
  }

  /**
   * Judges pauses by their effect. Pauses only add time. Without them a percentile p would be
   * between the measured ones at p − f and p, where f is the share of operations that a pause can
   * have affected. In an open load these became due in it or were in flight; in a closed load they
   * were in flight, since nothing is sent meanwhile. No operation took longer by more than the
   * longest pause. If f is less than the sampling error of the percentile's rank, the effect is
   * less than the variation between runs. The throughput of a closed load lacks the time of the
   * pauses.
   */
  private static @Nullable Finding generatorPaused(Evidence evidence) {
    Machine machine = evidence.machine();
    // The last pause may have ended after the phase.
    double pausedShare =
        Math.min(1, (double) machine.pauses().totalNanos() / evidence.elapsedNanos());
    Histogram times = evidence.shown().histogram();
    double inFlightShare =
        times.getTotalCount() == 0
            ? 0
            : machine.pauses().count() * times.getMean() / evidence.elapsedNanos();
    double touched = Math.min(1, inFlightShare + (evidence.closed() ? 0 : pausedShare));
    double effect = evidence.closed() ? pausedShare : 0;
    String of = "throughput";
    for (Shown.Percentile percentile : evidence.shown().percentiles()) {
      double without = evidence.shown().nanosAt(percentile.quantile() - touched);
      double gained =
          Math.min((double) machine.pauses().longestNanos(), percentile.nanos() - without);
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
        "The generator was paused %s (%s %% of the run, longest %s ms)%s.",
        times(machine.pauses().count()),
        figure(pausedShare * 100),
        figure(machine.pauses().longestNanos() / NANOS_PER_MILLI),
        effect <= SUSPECT_SHARE
            ? ""
            : String.format(Locale.ROOT, ": up to %.0f %% of the %s shown", effect * 100, of));
  }

  /**
   * Reports waits for a free slot, which are part of the response time. They matter if they reach a
   * percentile shown.
   */
  static @Nullable Finding noRoom(Evidence evidence) {
    Room room = evidence.arrivals().room();
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
   * Reports a saturated generator. Responses then wait for a CPU, within the service time, for an
   * unknown time.
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
            "The generator was saturated: it used %s, and responses may have waited for it.",
            used);
  }

  private static @Nullable Finding generatorIsLimit(Evidence evidence) {
    if (!isLimit(evidence)) {
      return null;
    }
    return finding(
        FindingCode.GENERATOR_IS_LIMIT,
        Severity.INFO,
        "The generator was the limit: it used %s processors for %s operations in flight on"
            + " average. The target may reach a higher throughput.",
        figure(processorsUsed(evidence)),
        figure(inTarget(evidence)));
  }

  /**
   * Whether the generator limited a closed load. A worker waits either for the target or for the
   * generator. If fewer operations were in flight than half of the cores that the generator used,
   * most of their time went to the generator. Many failures leave it undecided, since their times
   * are not recorded.
   */
  private static boolean isLimit(Evidence evidence) {
    Accounting accounting = evidence.accounting();
    long answered = accounting.answered().total();
    double used = processorsUsed(evidence);
    return evidence.closed()
        && answered > accounting.scheduled() * SATURATED_SHARE
        && used > BUSY_PROCESSORS
        && inTarget(evidence) < used * INVALID_SHARE;
  }

  /** The mean number of operations in the target, by Little's law. */
  private static double inTarget(Evidence evidence) {
    Histogram times = evidence.shown().histogram();
    return times.getTotalCount() == 0
        ? 0
        : times.getTotalCount() * times.getMean() / evidence.elapsedNanos();
  }

  private static double processorsUsed(Evidence evidence) {
    return (double) evidence.machine().cpuNanos() / evidence.elapsedNanos();
  }

  /** Reports an exhausted CPU quota. The process is stopped then and measures nothing. */
  static @Nullable Finding cpuThrottled(Evidence evidence) {
    double share = (double) evidence.machine().throttledNanos() / evidence.elapsedNanos();
    return share <= PAUSED_NOTED_SHARE
        ? null
        : finding(
            FindingCode.CPU_THROTTLED,
            severity(share),
            "A CPU quota stopped the generator for %s %% of the time.",
            figure(Math.min(1, share) * 100));
  }

  /**
   * Reports busy processors, for which responses may have waited. In an open load the dispatch lag
   * shows whether they did.
   */
  private static @Nullable Finding machineBusy(Evidence evidence) {
    double share = evidence.machine().busyShare();
    return share <= BUSY_SHARE || evidence.inProcess() || evidence.elapsedNanos() < BUSY_AT_LEAST
        ? null
        : finding(
            FindingCode.MACHINE_BUSY,
            Severity.INFO,
            "The processors of this machine were busy for %.0f %% of the time, with this and other"
                + " processes: service times include waiting for one.",
            share * 100);
  }

  /** Reports stolen CPU time, which reduces throughput and delays operations by an unknown time. */
  static @Nullable Finding cpuStolen(Evidence evidence) {
    double share = evidence.machine().stealShare();
    return share <= STOLEN_NOTED_SHARE
        ? null
        : finding(
            FindingCode.CPU_STOLEN,
            share > SUSPECT_SHARE ? Severity.SUSPECT : Severity.INFO,
            "Other virtual machines took %.1f %% of this machine's CPU time.",
            share * 100);
  }

  private static @Nullable Finding notSent(Evidence evidence) {
    Accounting accounting = evidence.accounting();
    return accounting.errors().shed() + accounting.errors().notSent() == 0
        ? null
        : finding(
            FindingCode.NOT_SENT,
            Severity.INFO,
            "Operations were not sent: %s; they rank above all percentiles.",
            Stream.of(
                    counted(accounting.errors().shed(), "%,d shed"),
                    counted(accounting.errors().notSent(), "%,d expired"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", ")));
  }

  private static String times(long count) {
    return count == 1
        ? "once"
        : count == 2 ? "twice" : String.format(Locale.ROOT, "%,d times", count);
  }

  private static Optional<String> counted(long count, String text) {
    return count == 0 ? Optional.empty() : Optional.of(String.format(Locale.ROOT, text, count));
  }

  /**
   * A number with three significant digits, or all integer digits if there are more, without an
   * exponent.
   */
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
