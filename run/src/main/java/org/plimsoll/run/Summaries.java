package org.plimsoll.run;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.plimsoll.analysis.verdict.Findings;
import org.plimsoll.analysis.verdict.Objectives;
import org.plimsoll.analysis.verdict.SelfCheck;
import org.plimsoll.engine.driver.OpenTarget;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec;
import org.plimsoll.engine.spec.ScenarioSpec;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.Course;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.JvmFacts;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.SeriesFigures;
import org.plimsoll.result.Severity;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Summary.Iteration;
import org.plimsoll.result.Summary.OperationSummary;
import org.plimsoll.result.Summary.ScenarioSummary;
import org.plimsoll.result.Summary.SloResult;
import org.plimsoll.result.Validity;
import org.plimsoll.run.second.Machine;

/** Creates the summary of a run. */
final class Summaries {
  private static final double NANOS_PER_SECOND = 1e9;

  private Summaries() {}

  /**
   * The input of a summary.
   *
   * @param troubles findings of the listeners, the fill and the consistency checks
   * @param consistency consistency results; null if consistency was not checked
   */
  record Inputs(
      RunSpec spec,
      String id,
      Instant startedAt,
      Measurements measured,
      Observations observed,
      OpenTarget target,
      List<Finding> troubles,
      @Nullable ConsistencySummary consistency) {}

  /**
   * The measurements of a summary.
   *
   * @param iterations iterations, at least one
   * @param fillOnly whether there was only a fill
   * @param filledRows number of rows that the fill before the measurement wrote
   * @param confidences confidence intervals of the latencies
   * @param steadiness steady-state check of each iteration; empty without a measurement
   * @param telemetry figures of the target's telemetry, by the name of the series
   */
  record Measurements(
      List<Measured> iterations,
      boolean fillOnly,
      long filledRows,
      Confidences confidences,
      List<Steadiness> steadiness,
      Map<String, SeriesFigures> telemetry,
      Course course) {}

  static Summary of(Inputs in) {
    Measured measured = Measured.sum(in.measured().iterations());
    PartFigures whole = new PartFigures(measured.all(), measured);
    Map<String, OperationSummary> operations =
        in.measured().confidences().beside(whole.operations());
    Map<String, ScenarioSummary> scenarios = scenarios(measured.parts(), measured, in);
    scenarios.keySet().removeIf(name -> name.equals(ScenarioSpec.ONLY));
    ScenarioSummary probe =
        scenarios(measured.probes(), measured, in).values().stream().findFirst().orElse(null);
    List<Iteration> iterations =
        in.measured().iterations().size() == 1
            ? List.of()
            : in.measured().iterations().stream().map(each -> iteration(each, in)).toList();
    return new Summary(
        Summary.SCHEMA,
        new Summary.RunInfo(
            in.id(),
            in.spec().identity().name(),
            in.spec().target().uri(),
            in.startedAt().truncatedTo(ChronoUnit.MILLIS).toString(),
            in.spec().identity().seed(),
            in.spec().identity().resolved(),
            in.spec().identity().derived()),
        measured.elapsedNanos(),
        verdict(in, measured, iterations),
        whole.load(operations),
        new Summary.DriverReport(
            in.observed().counts(),
            in.observed().timings(),
            in.target().client().facts(),
            in.observed().countsInTime()),
        generator(whole.part(), measured, in),
        new Summary.Details(
            scenarios,
            probe,
            iterations,
            Spreads.of(iterations),
            in.consistency(),
            steadiness(in).flatMap(Steadiness::state).orElse(null),
            in.measured().telemetry(),
            in.measured().course()));
  }

  /**
   * Returns the steady-state check of the first iteration that has a finding, otherwise of the
   * last.
   */
  private static Optional<Steadiness> steadiness(Inputs in) {
    List<Steadiness> all = in.measured().steadiness();
    return all.stream()
        .filter(each -> each.finding().isPresent())
        .findFirst()
        .or(() -> all.isEmpty() ? Optional.empty() : Optional.of(all.getLast()));
  }

  private static Map<String, ScenarioSummary> scenarios(
      List<Part> parts, Measured measured, Inputs in) {
    Map<String, ScenarioSummary> scenarios = new LinkedHashMap<>();
    for (Part part : parts) {
      List<Finding> findings = SelfCheck.findings(evidence(in).of(part, measured));
      PartFigures figures = new PartFigures(part, measured);
      scenarios.put(
          part.scenario().name(),
          new ScenarioSummary(
              Findings.validity(findings), findings, figures.load(figures.operations())));
    }
    return scenarios;
  }

  private static Iteration iteration(Measured measured, Inputs in) {
    Part whole = measured.all();
    Totals all = whole.all();
    List<Finding> findings = findings(measured, in);
    OperationSummary together = new PartFigures(whole, measured).all();
    return new Iteration(
        measured.elapsedNanos(),
        Findings.validity(findings),
        findings,
        Accounts.accounting(all),
        Accounts.rates(all, measured.seconds()).throughputPerSecond(),
        together.responseNanos(),
        together.serviceNanos(),
        Objectives.judge(
            in.spec().checks().slos().stream().filter(SloSpec::isOfLoad).toList(),
            Findings.validity(findings),
            figures(measured, in)));
  }

  private static Summary.Verdict verdict(Inputs in, Measured measured, List<Iteration> iterations) {
    List<Finding> findings = new ArrayList<>(findings(measured, in));
    findings.addAll(in.troubles());
    IterationFindings.notValid(iterations).ifPresent(findings::add);
    steadiness(in).flatMap(Steadiness::finding).ifPresent(findings::add);
    targetFailing(in, measured).ifPresent(findings::add);
    if (!in.measured().fillOnly()) {
      RowsNotFound.finding(in.spec(), in.measured().filledRows(), measured)
          .ifPresent(findings::add);
    }
    boolean toMeasure = in.spec().phases().measures();
    if (toMeasure
        && (in.measured().fillOnly() || measured.all().all().count(Counter.SCHEDULED) == 0)) {
      findings.add(
          new Finding(
              FindingCode.NOTHING_MEASURED,
              Severity.INVALID,
              "The run ended before any operation was measured."));
    }
    Validity validity = Findings.validity(findings);
    List<SloResult> objectives =
        Objectives.judge(in.spec().checks().slos(), validity, figures(measured, in));
    ReportedFigures.missing(in.spec().checks().slos(), in.measured().telemetry())
        .ifPresent(findings::add);
    IterationFindings.failed(in.spec().checks().slos(), iterations).ifPresent(findings::add);
    SloOutcome slo =
        findings.stream().anyMatch(each -> each.code() == FindingCode.ITERATION_FAILED)
            ? SloOutcome.FAILED
            : Objectives.overall(objectives);
    return new Summary.Verdict(validity, slo, objectives, findings);
  }

  /**
   * Returns the finding about a target with mostly failed operations, unless an objective bounds
   * errors.
   */
  private static Optional<Finding> targetFailing(Inputs in, Measured measured) {
    boolean isJudged =
        in.spec().checks().slos().stream().anyMatch(slo -> slo.isOnErrors() && !slo.isDefault());
    Totals all = measured.all().all();
    long failed = all.ended() - all.answered();
    if (isJudged || in.measured().fillOnly() || failed <= all.ended() / 2) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            FindingCode.TARGET_FAILING,
            Severity.INFO,
            String.format(
                Locale.ROOT,
                "The target is failing: %,d of %,d operations had no answer, or an error.",
                failed,
                all.ended())));
  }

  /**
   * Returns the findings about the generator: the worst of each code, with the name of its load.
   */
  private static List<Finding> findings(Measured measured, Inputs in) {
    if (measured.parts().size() == 1) {
      return SelfCheck.findings(evidence(in).of(measured.parts().getFirst(), measured));
    }
    Map<FindingCode, Finding> worst = new LinkedHashMap<>();
    for (Part part : measured.parts()) {
      for (Finding finding : SelfCheck.findings(evidence(in).of(part, measured))) {
        Finding named =
            new Finding(
                finding.code(), finding.severity(), part.scenario().name() + ": " + finding.text());
        worst.merge(finding.code(), named, (old, next) -> rank(next) > rank(old) ? next : old);
      }
    }
    return worst.values().stream()
        .sorted(Comparator.comparingInt((Finding finding) -> -rank(finding)))
        .toList();
  }

  private static int rank(Finding finding) {
    return finding.severity().ordinal();
  }

  private static Objectives.Source figures(Measured measured, Inputs in) {
    return new ObjectiveFigures(
        measured, in.observed(), in.measured().telemetry(), in.consistency());
  }

  private static PartEvidence evidence(Inputs in) {
    return PartEvidence.of(in.spec().checks().slos(), in.target().driver().capabilities());
  }

  private static Summary.GeneratorSummary generator(Part whole, Measured measured, Inputs in) {
    Totals all = whole.all();
    Machine machine = measured.machines().together();
    Part.Calls calls = whole.calls();
    return new Summary.GeneratorSummary(
        machine.cpuNanos() / NANOS_PER_SECOND,
        machine.pauses(),
        calls == null ? 0 : calls.inFlightNanos() / Math.max(1, calls.nanos()),
        whole.closed() ? null : (Double) evidence(in).adherence(whole),
        (double) machine.allocatedBytes() / Math.max(1, all.ended()),
        machine.ticks().stealShare(),
        new JvmFacts(
            Runtime.version().toString(),
            ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(flag -> flag.startsWith("-X"))
                .toList(),
            RunStart.hostName()));
  }
}
