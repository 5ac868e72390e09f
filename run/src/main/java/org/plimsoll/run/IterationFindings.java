package org.plimsoll.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Summary.Iteration;
import org.plimsoll.result.Validity;

/** Creates findings about the iterations of a run that the figures of the whole run may hide. */
final class IterationFindings {
  /** The number of failed iterations that a finding names. */
  private static final int NAMED_MAX = 10;

  private IterationFindings() {}

  /**
   * Returns the finding about iterations that are not valid. The verdict on the total is no better
   * than that on the worst iteration.
   */
  static Optional<Finding> notValid(List<Iteration> iterations) {
    List<Iteration> bad =
        iterations.stream().filter(each -> each.validity() != Validity.VALID).toList();
    if (bad.isEmpty()) {
      return Optional.empty();
    }
    boolean invalid = bad.stream().anyMatch(each -> each.validity() == Validity.INVALID);
    Severity severity = invalid ? Severity.INVALID : Severity.SUSPECT;
    return Optional.of(
        new Finding(
            FindingCode.ITERATION_NOT_VALID,
            severity,
            "%d of %d iterations %s not valid; their own findings give the reasons."
                .formatted(bad.size(), iterations.size(), bad.size() == 1 ? "is" : "are")));
  }

  /** Returns the finding about iterations with too many errors, which the total may hide. */
  static Optional<Finding> failed(List<SloSpec> objectives, List<Iteration> iterations) {
    Set<String> onErrors =
        objectives.stream()
            .filter(SloSpec::isOnErrors)
            .map(SloSpec::text)
            .collect(Collectors.toSet());
    List<String> failed = new ArrayList<>();
    for (int i = 0; i < iterations.size(); i++) {
      boolean isMissed =
          iterations.get(i).objectives().stream()
              .anyMatch(each ->
                  each.result() == SloOutcome.FAILED && onErrors.contains(each.objective()));
      if (isMissed) {
        failed.add(String.valueOf(i + 1));
      }
    }
    if (failed.isEmpty()) {
      return Optional.empty();
    }
    String which = failed.size() > NAMED_MAX ? "" : ": " + String.join(", ", failed);
    return Optional.of(
        new Finding(
            FindingCode.ITERATION_FAILED,
            Severity.INFO,
            "%d of %d iterations missed %s%s."
                .formatted(
                    failed.size(),
                    iterations.size(),
                    String.join(", ", onErrors.stream().sorted().toList()),
                    which)));
  }
}
