package org.plimsoll.analysis.verdict;

import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/** Rules on the effects of the generator's machine and process on the load. */
final class MachineRules {
  private static final double SATURATED_SHARE = 0.9;
  private static final double STOLEN_NOTED_SHARE = 0.02;
  private static final double PAUSED_NOTED_SHARE = 0.01;
  private static final double BUSY_SHARE = 0.95;

  /**
   * Minimum length of a phase whose busy share is judged, because the kernel counts in ticks of 10
   * ms.
   */
  private static final long BUSY_AT_LEAST = 1_000_000_000;

  /** Minimum CPU use, in cores, for a closed load to count as active. */
  private static final double BUSY_PROCESSORS = 0.5;

  private MachineRules() {}

  /**
   * Judges pauses by their effect. Pauses only add time. Without them a percentile p would be
   * between the measured ones at p − f and p, where f is the share of operations that a pause can
   * have affected. In an open load, these operations became due during the pause or were in flight.
   * In a closed load, they were in flight, since nothing is sent during a pause. No operation was
   * delayed by more than the longest pause. If f is less than the sampling error of the
   * percentile's rank, the effect is less than the variation between runs. In a closed load, the
   * time of the pauses is missing from the throughput. A pause of one of several generators affects
   * only its part of the load.
   */
  static @Nullable Finding generatorPaused(Evidence evidence) {
    if (evidence.sum(machine -> machine.pauses().count()) == 0) {
      return null; // the rules below read whole histograms
    }
    double elapsedNanos = (double) evidence.elapsedNanos() * evidence.machines().size();
    Evidence.Machine worst = evidence.worst(MachineRules::pausedNanos);
    double longestNanos =
        evidence.machines().stream()
            .mapToLong(machine -> machine.pauses().longestNanos())
            .max()
            .orElse(0);
    // The last pause may have ended after the phase.
    double pausedShare = Math.min(1, evidence.sum(MachineRules::pausedNanos) / elapsedNanos);
    double worstShare = Math.min(1, pausedNanos(worst) / evidence.elapsedNanos());
    Histogram times = evidence.shown().histogram();
    double inFlightShare =
        times.getTotalCount() == 0
            ? 0
            : evidence.sum(machine -> machine.pauses().count()) * times.getMean() / elapsedNanos;
    double touched = Math.min(1, inFlightShare + (evidence.closed() ? 0 : pausedShare));
    double effect = evidence.closed() ? pausedShare : 0;
    String of = "throughput";
    for (Shown.Percentile percentile : evidence.shown().percentiles()) {
      double without = evidence.shown().nanosAt(percentile.quantile() - touched);
      double gained = Math.min(longestNanos, percentile.nanos() - without);
      if (percentile.decides()
          && touched > evidence.shown().rankError(percentile.quantile())
          && gained >= Findings.FLOOR_NANOS
          && gained / percentile.nanos() > effect) {
        effect = gained / percentile.nanos();
        of = percentile.label();
      }
    }
    if (effect <= Findings.SUSPECT_SHARE && worstShare <= PAUSED_NOTED_SHARE) {
      return null;
    }
    return Findings.finding(
        FindingCode.GENERATOR_PAUSED,
        Findings.severity(effect),
        "%s was paused %s (%s %% of the run, longest %s ms)%s.",
        worst.firstWho(),
        times(worst.pauses().count()),
        Findings.figure(worstShare * 100),
        Findings.figure(worst.pauses().longestNanos() / Findings.NANOS_PER_MILLI),
        effect <= Findings.SUSPECT_SHARE
            ? ""
            : String.format(Locale.ROOT, ": up to %.0f %% of the %s shown", effect * 100, of));
  }

  static double pausedNanos(Evidence.Machine machine) {
    return (double) machine.pauses().totalNanos();
  }

  private static String times(long count) {
    return count == 1
        ? "once"
        : count == 2 ? "twice" : String.format(Locale.ROOT, "%,d times", count);
  }

  /**
   * Reports a saturated generator. Responses then wait for a CPU, within the service time, for an
   * unknown time.
   */
  static @Nullable Finding generatorSaturated(Evidence evidence) {
    Evidence.Machine worst = evidence.worst(MachineRules::cpuNanosOfEach);
    double share = cpuNanosOfEach(worst) / evidence.elapsedNanos();
    if (share <= SATURATED_SHARE || evidence.inProcess() || isLimit(evidence)) {
      return null;
    }
    int processors = worst.processors();
    String its = processors == 1 ? "one processor" : processors + " processors";
    String used = String.format(Locale.ROOT, "%.0f %% of its %s", share * 100, its);
    return evidence.closed()
        ? Findings.finding(
            FindingCode.GENERATOR_SATURATED,
            Severity.SUSPECT,
            "%s, not the target, may be the limit: it used %s.",
            worst.firstWho(),
            used)
        : Findings.finding(
            FindingCode.GENERATOR_SATURATED,
            Severity.SUSPECT,
            "%s was saturated: it used %s, and responses may have waited for it.",
            worst.firstWho(),
            used);
  }

  /** Returns the time for which each of the generator's processors was used. */
  private static double cpuNanosOfEach(Evidence.Machine machine) {
    return (double) machine.cpuNanos() / machine.processors();
  }

  static @Nullable Finding generatorIsLimit(Evidence evidence) {
    if (!isLimit(evidence)) {
      return null;
    }
    return Findings.finding(
        FindingCode.GENERATOR_IS_LIMIT,
        Severity.INFO,
        "The %s the limit: %s used %s processors for %s operations in flight on average."
            + " The target may reach a higher throughput.",
        evidence.machines().size() == 1 ? "generator was" : "generators were",
        evidence.machines().size() == 1 ? "it" : "they",
        Findings.figure(processorsUsed(evidence)),
        Findings.figure(inTarget(evidence)));
  }

  /**
   * Returns whether the generator limited a closed load. A worker waits either for the target or
   * for the generator. If fewer operations were in flight than half of the cores that the generator
   * used, most of the time was spent in the generator. With many failures this cannot be decided,
   * since their times are not recorded.
   */
  private static boolean isLimit(Evidence evidence) {
    Accounting accounting = evidence.accounting();
    long answered = accounting.answered().total();
    double used = processorsUsed(evidence);
    return evidence.closed()
        && answered > accounting.scheduled() * SATURATED_SHARE
        && used > BUSY_PROCESSORS
        && inTarget(evidence) < used * Findings.INVALID_SHARE;
  }

  /** Returns the mean number of operations in the target, by Little's law. */
  private static double inTarget(Evidence evidence) {
    Histogram times = evidence.shown().histogram();
    return times.getTotalCount() == 0
        ? 0
        : times.getTotalCount() * times.getMean() / evidence.elapsedNanos();
  }

  private static double processorsUsed(Evidence evidence) {
    return evidence.sum(machine -> (double) machine.cpuNanos()) / evidence.elapsedNanos();
  }

  /** Reports an exhausted CPU quota. The quota stops the process, which then cannot measure. */
  static @Nullable Finding cpuThrottled(Evidence evidence) {
    Evidence.Machine worst = evidence.worst(machine -> (double) machine.throttledNanos());
    double share = (double) worst.throttledNanos() / evidence.elapsedNanos();
    return share <= PAUSED_NOTED_SHARE
        ? null
        : Findings.finding(
            FindingCode.CPU_THROTTLED,
            Findings.severity(share),
            "A CPU quota stopped %s for %s %% of the time.",
            worst.who(),
            Findings.figure(Math.min(1, share) * 100));
  }

  /**
   * Reports busy processors, for which responses may have waited. In an open load the dispatch lag
   * shows whether they did.
   */
  static @Nullable Finding machineBusy(Evidence evidence) {
    Evidence.Machine worst = evidence.worst(Evidence.Machine::busyShare);
    double share = worst.busyShare();
    return share <= BUSY_SHARE || evidence.inProcess() || evidence.elapsedNanos() < BUSY_AT_LEAST
        ? null
        : Findings.finding(
            FindingCode.MACHINE_BUSY,
            Severity.INFO,
            "The processors of %s were busy for %.0f %% of the time, with this and other"
                + " processes: service times include the wait for one.",
            worst.where(),
            share * 100);
  }

  /** Reports stolen CPU time, which reduces throughput and delays operations by an unknown time. */
  static @Nullable Finding cpuStolen(Evidence evidence) {
    Evidence.Machine worst = evidence.worst(Evidence.Machine::stealShare);
    double share = worst.stealShare();
    return share <= STOLEN_NOTED_SHARE
        ? null
        : Findings.finding(
            FindingCode.CPU_STOLEN,
            share > Findings.SUSPECT_SHARE ? Severity.SUSPECT : Severity.INFO,
            "Other virtual machines took %.1f %% of the CPU time of %s.",
            share * 100,
            worst.where());
  }
}
