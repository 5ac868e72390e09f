package org.plimsoll.run;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.ArrivalRules;
import org.plimsoll.analysis.verdict.Evidence;
import org.plimsoll.analysis.verdict.LittlesLaw;
import org.plimsoll.analysis.verdict.Shown;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.SloSpec;

/**
 * Collects the evidence for the self-check of a part of a run.
 *
 * @param deciding metrics of the objectives
 * @param capabilities capabilities of the driver
 */
record PartEvidence(Set<String> deciding, Set<Capability> capabilities) {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NEARLY_ALL = 0.99;

  static PartEvidence of(List<SloSpec> objectives, Set<Capability> capabilities) {
    return new PartEvidence(
        objectives.stream().map(SloSpec::metric).collect(Collectors.toSet()), capabilities);
  }

  /** Returns the evidence for a part. */
  Evidence of(Part part, Measured measured) {
    Totals all = part.all();
    return new Evidence(
        part.closed() ? Model.CLOSED : part.load().models().iterator().next(),
        capabilities.contains(Capability.EMBEDDED) || capabilities.contains(Capability.SIMULATED),
        measured.elapsedNanos(),
        Accounts.accounting(all),
        shown(part, all),
        new Evidence.Arrivals(
            lag(part, all),
            new Evidence.Room(
                part.waiting().atBound(),
                part.waiting().withoutSession(),
                part.load().maxInFlight()),
            all.count(Counter.WITHOUT_RIGHT),
            part.arrivals()),
        measured.machines().evidence(),
        calls(part, all, measured));
  }

  private Shown shown(Part part, Totals all) {
    return part.closed()
        ? new Shown(
            all.service(), all.count(Counter.TIMED_OUT) + all.count(Counter.UNFINISHED), deciding)
        : new Shown(all.response(), all.censored(), deciding);
  }

  /**
   * Returns the dispatch lag that the generator has caused. If no arrival had to wait, this is all
   * dispatch lag, including the time to hand an operation to a thread. Otherwise it is only the
   * pacer's lag. For a driver that burns CPU, it is also only the pacer's lag, because the driver's
   * thread pool limits the operations in flight.
   */
  private Histogram lag(Part part, Totals all) {
    if (part.closed()) {
      return new Histogram(3);
    }
    boolean allFoundRoom =
        part.waiting().atBound() + part.waiting().withoutSession() == 0
            && !capabilities.contains(Capability.BURNS_CPU);
    // Lag is recorded with an answer, so it is unreliable if many operations have no answer.
    boolean isWhole = all.answered() > NEARLY_ALL * all.count(Counter.SCHEDULED);
    return allFoundRoom && isWhole
        ? all.lag()
        : part.waiting().byCause().getOrDefault(Waits.GENERATOR, all.lag());
  }

  /**
   * Computes both sides of Little's law, from the start of the phase until all operations have
   * ended.
   */
  private @Nullable LittlesLaw calls(Part part, Totals all, Measured measured) {
    Part.Calls calls = part.calls();
    boolean isShort = measured.elapsedNanos() < NANOS_PER_SECOND;
    if (calls == null
        || isShort
        || calls.lateNanos() > measured.elapsedNanos() * (1 - NEARLY_ALL)) {
      return null;
    }
    double inFlightNanos = calls.inFlightNanos();
    double serviceNanos = sumNanos(all.service());
    if (part.closed()) {
      // A worker also holds its session between operations.
      return new LittlesLaw(inFlightNanos, serviceNanos, inFlightNanos, all.answered());
    }
    double timeoutNanos = part.load().timeoutNanos();
    double longestNanos = all.censored() > 0 ? timeoutNanos : all.response().getMaxValue();
    double unrecordedNanos =
        2 * timeoutNanos * (all.count(Counter.FAILED) + all.censored())
            + longestNanos * calls.carriedIn();
    double pausedNanos = pausedNanos(part, all, calls);
    return new LittlesLaw(
        inFlightNanos,
        serviceNanos - pausedNanos,
        sumNanos(all.response()) + unrecordedNanos + pausedNanos,
        all.answered());
  }

  /**
   * Returns the time for which calls may have been in flight without being recorded, or were
   * counted late. This happens when the OS preempts a thread of the generator. On a busy machine
   * this is a large part of a short run. The dispatch lag shows how often and how long this
   * happened.
   */
  private double pausedNanos(Part part, Totals all, Part.Calls calls) {
    Histogram lag = lag(part, all);
    double inFlight = calls.inFlightNanos() / Math.max(1, calls.nanos());
    return lag.getTotalCount() == 0
        ? 0
        : 2 * lag.getMean() * all.answered() + 2.0 * lag.getMaxValue() * (1 + inFlight);
  }

  private static double sumNanos(Histogram times) {
    return times.getTotalCount() == 0 ? 0 : times.getMean() * times.getTotalCount();
  }

  /** Returns the share of arrivals that the generator handled in time. */
  double adherence(Part part) {
    Totals all = part.all();
    return ArrivalRules.adherence(lag(part, all), shown(part, all));
  }
}
