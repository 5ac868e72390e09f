package org.plimsoll.run;

import java.util.List;
import java.util.stream.Stream;
import org.plimsoll.analysis.verdict.Findings;
import org.plimsoll.analysis.verdict.SelfCheck;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;

/**
 * The preliminary verdict on a measurement. It uses the rules for ended runs, except those that
 * need all operations to have ended.
 *
 * @param findings the findings that make the measurement suspect or invalid, most severe first
 */
public record VerdictSoFar(Validity validity, List<Finding> findings) {
  public VerdictSoFar {
    findings = List.copyOf(findings);
  }

  /** Returns the verdict on all scenarios except the probe. */
  static VerdictSoFar of(Measured measured, PartEvidence evidence) {
    List<Finding> findings =
        measured.parts().stream()
            .flatMap(part -> findings(part, measured, evidence))
            .filter(finding -> finding.severity() != Severity.INFO)
            .sorted((a, b) -> b.severity().compareTo(a.severity()))
            .toList();
    return new VerdictSoFar(Findings.validity(findings), findings);
  }

  private static Stream<Finding> findings(Part whole, Measured measured, PartEvidence evidence) {
    Part part =
        new Part(whole.scenario(), whole.load(), whole.totals(), whole.waiting(), null, null);
    String name = part.scenario().isNamed() ? part.scenario().name() + ": " : "";
    return SelfCheck.findings(evidence.of(part, measured)).stream()
        .map(finding -> new Finding(finding.code(), finding.severity(), name + finding.text()));
  }
}
