package org.plimsoll.run;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.plimsoll.analysis.verdict.Findings;
import org.plimsoll.analysis.verdict.SelfCheck;
import org.plimsoll.api.OperationType;
import org.plimsoll.engine.measure.PhaseRecorder;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;

/**
 * Whether the generator disturbed the measurement so far, by the rules for a run that has ended.
 * The rules that need every operation to have ended are left out.
 *
 * @param findings those that make it suspect or invalid, the worst first
 */
public record VerdictSoFar(Validity validity, List<Finding> findings) {
  public VerdictSoFar {
    findings = List.copyOf(findings);
  }

  /** The verdict on all scenarios but the probe. */
  static VerdictSoFar of(
      List<Scenario> scenarios,
      PhaseRecorders recorders,
      long beginNanos,
      long nowNanos,
      Measured.Machine machine,
      PartEvidence evidence) {
    Measured measured =
        new Measured(Math.max(1, nowNanos - beginNanos), machine, List.of(), List.of());
    List<Finding> findings =
        scenarios.stream()
            .filter(scenario -> !scenario.isProbe())
            .flatMap(scenario -> {
              PhaseRecorder recorder = recorders.get(scenario, Phase.MEASURE);
              return recorder == null
                  ? Stream.empty()
                  : findings(scenario, recorder, nowNanos, measured, evidence);
            })
            .filter(finding -> finding.severity() != Severity.INFO)
            .sorted((a, b) -> b.severity().compareTo(a.severity()))
            .toList();
    return new VerdictSoFar(Findings.validity(findings), findings);
  }

  private static Stream<Finding> findings(
      Scenario scenario,
      PhaseRecorder recorder,
      long nowNanos,
      Measured measured,
      PartEvidence evidence) {
    Part whole = scenario.part(recorder, null, nowNanos);
    // Judged while nothing collects, since a copy of the histograms of each second is much garbage.
    List<Finding> said =
        scenario
            .recording()
            .soFar(
                recorder,
                totals -> {
                  Map<OperationType, Totals> ended = new LinkedHashMap<>();
                  totals.forEach((type, its) -> ended.put(type, its.withoutPending()));
                  Part part =
                      new Part(whole.scenario(), whole.load(), ended, whole.waiting(), null, null);
                  return SelfCheck.findings(evidence.of(part, measured));
                });
    String name = scenario.spec().isNamed() ? scenario.name() + ": " : "";
    return said.stream()
        .map(finding -> new Finding(finding.code(), finding.severity(), name + finding.text()));
  }
}
