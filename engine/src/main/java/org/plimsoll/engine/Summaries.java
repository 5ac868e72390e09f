package org.plimsoll.engine;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.load.Sessions;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.DriverMeters;
import org.plimsoll.engine.measure.Health;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.measure.Waits;
import org.plimsoll.engine.report.Latencies;
import org.plimsoll.engine.report.RunStart;
import org.plimsoll.engine.report.Summary;
import org.plimsoll.engine.report.Summary.Finding;
import org.plimsoll.engine.report.Summary.Latency;
import org.plimsoll.engine.report.Summary.OperationSummary;
import org.plimsoll.engine.report.Summary.SloResult;
import org.plimsoll.engine.spec.Parameters;
import org.plimsoll.engine.spec.Parameters.Model;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.verdict.LittlesLaw;
import org.plimsoll.engine.verdict.Objectives;
import org.plimsoll.engine.verdict.SelfCheck;
import org.plimsoll.engine.verdict.Shown;

/** Makes the summary of a run of what was measured. */
final class Summaries {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double NEARLY_ALL = 0.99;

  private Summaries() {}

  /**
   * All that a summary is made of.
   *
   * @param elapsedNanos length of the phase, without its drain
   * @param totals by operation, of the operations intended in the phase
   * @param fillOnly whether the phase was a fill
   * @param begin the generator's condition at the begin of the phase, {@code end} at its end
   * @param usageBegin use of the sessions at the begin of the phase; null if it never began
   * @param usageEnd and when all of it had ended
   * @param waitingAtBegin arrivals that waited for room when it began
   * @param troubles what the listeners could not do
   */
  record Inputs(
      RunSpec spec,
      String id,
      Instant startedAt,
      Parameters parameters,
      long elapsedNanos,
      Map<OperationType, Totals> totals,
      boolean fillOnly,
      Waits waits,
      DriverMeters meters,
      OpenTarget target,
      Health.Reading begin,
      Health.Reading end,
      long pauseNanosMax,
      boolean virtualTime,
      Sessions.@Nullable Usage usageBegin,
      Sessions.Usage usageEnd,
      int waitingAtBegin,
      List<Finding> troubles) {
    boolean closed() {
      return fillOnly || parameters.model() == Model.CLOSED;
    }

    double seconds() {
      return elapsedNanos / NANOS_PER_SECOND;
    }
  }

  static Summary of(Inputs in) {
    Totals all = PhaseRecorder.sum(in.totals());
    Map<String, OperationSummary> operations = new LinkedHashMap<>();
    operations.put("all", operation(all, in));
    in.totals()
        .forEach((type, totals) -> {
          if (totals.count(Counter.SCHEDULED) > 0) {
            operations.put(type.name(), operation(totals, in));
          }
        });
    Map<String, Latency> waits = new LinkedHashMap<>();
    in.waits().totals().forEach((cause, histogram) -> waits.put(cause, Latencies.of(histogram)));
    Map<String, Latency> timings = new LinkedHashMap<>();
    in.meters().durations().forEach((name, h) -> timings.put(name, Latencies.of(h)));
    Parameters now = in.parameters();
    boolean closed = in.closed();
    return new Summary(
        Summary.SCHEMA,
        new Summary.RunInfo(
            in.id(),
            in.spec().name(),
            in.spec().target().uri(),
            in.startedAt().truncatedTo(ChronoUnit.MILLIS).toString(),
            in.spec().seed(),
            in.spec().resolved()),
        in.elapsedNanos(),
        verdict(in, all, operations),
        new Summary.LoadInfo(
            (in.fillOnly() ? "closed" : now.model().name().toLowerCase(java.util.Locale.ROOT)),
            closed ? null : (Double) now.ratePerSecond(),
            now.workers() == 0 ? null : (Integer) now.workers()),
        accounting(all),
        all.answered() / in.seconds(),
        all.count(Counter.BYTES) / in.seconds(),
        operations,
        Latencies.of(all.lag()),
        waits,
        in.meters().counts(),
        timings,
        in.target().client().facts(),
        generator(in, all));
  }

  static Summary.Accounting accounting(Totals totals) {
    return new Summary.Accounting(
        totals.count(Counter.SCHEDULED),
        totals.count(Counter.SUCCEEDED),
        totals.count(Counter.NOT_FOUND),
        totals.count(Counter.FAILED),
        totals.count(Counter.TIMED_OUT),
        totals.count(Counter.NOT_SENT),
        totals.count(Counter.SHED),
        totals.count(Counter.UNFINISHED));
  }

  /** Everything that is not an answer, by code. */
  static Map<String, Long> failures(Totals totals) {
    Map<String, Long> failures = new TreeMap<>();
    totals.failures().forEach((code, count) -> addPositive(failures, code, count));
    addPositive(failures, "timeout", totals.count(Counter.TIMED_OUT));
    addPositive(failures, "not-sent", totals.count(Counter.NOT_SENT));
    addPositive(failures, "shed", totals.count(Counter.SHED));
    addPositive(failures, "unfinished", totals.count(Counter.UNFINISHED));
    return failures;
  }

  private static void addPositive(Map<String, Long> failures, String code, long count) {
    if (count > 0) {
      failures.merge(code, count, Long::sum);
    }
  }

  private static OperationSummary operation(Totals totals, Inputs in) {
    long timeoutNanos = in.parameters().timeoutNanos();
    long unanswered = totals.count(Counter.TIMED_OUT) + totals.count(Counter.UNFINISHED);
    return new OperationSummary(
        totals.answered(),
        totals.count(Counter.ITEMS),
        totals.count(Counter.ATTEMPTS),
        totals.answered() / in.seconds(),
        failures(totals),
        in.closed() ? null : Latencies.of(totals.response(), totals.censored(), timeoutNanos),
        Latencies.of(totals.service(), unanswered, timeoutNanos));
  }

  private static Summary.Verdict verdict(
      Inputs in, Totals all, Map<String, OperationSummary> operations) {
    List<Finding> findings = new ArrayList<>(SelfCheck.findings(evidence(in, all)));
    findings.addAll(in.troubles());
    PhasesSpec phases = in.spec().phases();
    boolean toMeasure = phases.durationNanos() > 0 || phases.operations() > 0 || phases.forever();
    if (toMeasure && (in.fillOnly() || all.count(Counter.SCHEDULED) == 0)) {
      findings.add(
          new Finding(
              "nothing-measured", "invalid", "The run ended before one operation was measured."));
    }
    String validity = SelfCheck.validity(findings);
    List<SloResult> objectives =
        Objectives.judge(in.spec().slos(), validity, name -> observed(name, in, all, operations));
    return new Summary.Verdict(validity, Objectives.overall(objectives), objectives, findings);
  }

  private static Objectives.Observed observed(
      String name, Inputs in, Totals all, Map<String, OperationSummary> operations) {
    Totals totals = all;
    if (!name.equals("all")) {
      totals = new Totals();
      for (Map.Entry<OperationType, Totals> entry : in.totals().entrySet()) {
        if (entry.getKey().name().equals(name)) {
          totals = entry.getValue();
        }
      }
    }
    long scheduled = totals.count(Counter.SCHEDULED);
    @Nullable OperationSummary operation = scheduled == 0 ? null : operations.get(name);
    double errors = scheduled == 0 ? 0 : 1 - (double) totals.answered() / scheduled;
    return new Objectives.Observed(
        operation, errors, totals.answered() / in.seconds(), in.meters().counts());
  }

  private static SelfCheck.Evidence evidence(Inputs in, Totals all) {
    Parameters now = in.parameters();
    Waits waits = in.waits();
    var capabilities = in.target().driver().capabilities();
    return new SelfCheck.Evidence(
        in.closed() ? Model.CLOSED : now.model(),
        capabilities.contains(Capability.EMBEDDED) || capabilities.contains(Capability.SIMULATED),
        in.elapsedNanos(),
        accounting(all),
        shown(in, all),
        lag(in, all),
        new SelfCheck.Room(
            waits.arrivalsAtBound(),
            waits.arrivalsWithoutSession(),
            now.model() == Model.PACED ? now.workers() : now.maxInFlight()),
        new SelfCheck.Machine(
            Runtime.getRuntime().availableProcessors(),
            in.end().cpuNanos() - in.begin().cpuNanos(),
            in.end().stealShareSince(in.begin()),
            in.end().pauses() - in.begin().pauses(),
            in.end().pauseNanosTotal() - in.begin().pauseNanosTotal(),
            in.pauseNanosMax()),
        calls(in, all));
  }

  private static Shown shown(Inputs in, Totals all) {
    Set<String> deciding =
        in.spec().slos().stream().map(SloSpec::metric).collect(Collectors.toSet());
    return in.closed()
        ? new Shown(
            all.service(), all.count(Counter.TIMED_OUT) + all.count(Counter.UNFINISHED), deciding)
        : new Shown(all.response(), all.censored(), deciding);
  }

  /**
   * How late the generator was. Where every arrival found room, all lag is its own, that of handing
   * an operation to a thread included; else the pacer's alone is. A pool of threads that burn CPU
   * is one more kind of room.
   */
  private static Histogram lag(Inputs in, Totals all) {
    if (in.closed()) {
      return new Histogram(3);
    }
    boolean allFoundRoom =
        in.waits().arrivalsAtBound() + in.waits().arrivalsWithoutSession() == 0
            && !in.target().driver().capabilities().contains(Capability.BURNS_CPU);
    // Lag is recorded with an answer: it tells little when many have none.
    boolean isWhole = all.answered() > NEARLY_ALL * all.count(Counter.SCHEDULED);
    return allFoundRoom && isWhole
        ? all.lag()
        : in.waits().totals().getOrDefault("generator", all.lag());
  }

  /** Both sides of Little's law, from the begin of the phase until all of it had ended. */
  private static @Nullable LittlesLaw calls(Inputs in, Totals all) {
    Sessions.Usage begin = in.usageBegin();
    if (begin == null || in.elapsedNanos() < NANOS_PER_SECOND) {
      return null;
    }
    double inFlightNanos = in.usageEnd().inFlightNanos() - begin.inFlightNanos();
    double serviceNanos = sumNanos(all.service());
    if (in.closed()) {
      // A worker holds its session between operations, too.
      return new LittlesLaw(inFlightNanos, serviceNanos, inFlightNanos, all.answered());
    }
    double timeoutNanos = in.parameters().timeoutNanos();
    double longestNanos = all.censored() > 0 ? timeoutNanos : all.response().getMaxValue();
    double unrecordedNanos =
        2 * timeoutNanos * (all.count(Counter.FAILED) + all.censored())
            + longestNanos * (begin.inFlight() + in.waitingAtBegin());
    return new LittlesLaw(
        inFlightNanos, serviceNanos, sumNanos(all.response()) + unrecordedNanos, all.answered());
  }

  private static double sumNanos(Histogram times) {
    return times.getTotalCount() == 0 ? 0 : times.getMean() * times.getTotalCount();
  }

  private static Summary.GeneratorSummary generator(Inputs in, Totals all) {
    long operations = Math.max(1, all.ended());
    return new Summary.GeneratorSummary(
        (in.end().cpuNanos() - in.begin().cpuNanos()) / NANOS_PER_SECOND,
        in.pauseNanosMax(),
        in.end().pauseNanosTotal() - in.begin().pauseNanosTotal(),
        in.end().pauses() - in.begin().pauses(),
        inFlightMean(in),
        in.closed() ? null : (Double) adherence(in, all),
        (double) (in.end().allocatedBytes() - in.begin().allocatedBytes()) / operations,
        in.end().stealShareSince(in.begin()),
        Runtime.version().toString(),
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
            .filter(flag -> flag.startsWith("-X"))
            .toList(),
        RunStart.hostName());
  }

  private static double adherence(Inputs in, Totals all) {
    return SelfCheck.adherence(lag(in, all), shown(in, all));
  }

  private static double inFlightMean(Inputs in) {
    Sessions.Usage begin = in.usageBegin();
    if (begin == null) {
      return 0;
    }
    return (in.usageEnd().inFlightNanos() - begin.inFlightNanos())
        / Math.max(1, in.usageEnd().atNanos() - begin.atNanos());
  }
}
