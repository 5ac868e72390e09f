package org.plimsoll.run;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.spec.RunSpec.PhasesSpec;
import org.plimsoll.result.Figures;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/** Creates the finding about a run that was stopped or aborted before its end. */
final class CutShort {
  private CutShort() {}

  /**
   * Returns the finding; empty if the loads were not stopped, or the measurement was complete or
   * has no end.
   *
   * @param measured the measurements
   * @param fillFrom the position from which a stopped fill continues
   * @param how {@code stopped} or {@code aborted}; null if the loads ended by themselves
   */
  static Optional<Finding> finding(
      PhasesSpec phases, List<Measured> measured, OptionalLong fillFrom, @Nullable String how) {
    if (how == null || (phases.forever() && fillFrom.isEmpty())) {
      return Optional.empty();
    }
    String next =
        fillFrom.isPresent()
            ? " The fill continues with --fill-from " + fillFrom.getAsLong() + "."
            : "";
    return after(phases, measured)
        .map(where ->
            new Finding(
                FindingCode.INTERRUPTED,
                Severity.INFO,
                "The run was %s %s.%s".formatted(how, where, next)));
  }

  private static Optional<String> after(PhasesSpec phases, List<Measured> measured) {
    if (!phases.measures()) {
      return Optional.of("during its fill");
    }
    if (measured.stream().noneMatch(Measured::hasBegun)) {
      return Optional.of("before its measurement");
    }
    if (phases.durationNanos() > 0) {
      long nanos = measured.stream().mapToLong(Measured::elapsedNanos).sum();
      long wanted = phases.durationNanos() * phases.iterations();
      return nanos >= wanted
          ? Optional.empty()
          : Optional.of(
              "after %s of the planned %s"
                  .formatted(Figures.duration(nanos), Figures.duration(wanted)));
    }
    long operations =
        measured.stream().mapToLong(each -> each.all().all().count(Counter.SCHEDULED)).sum();
    long wanted = phases.operations() * phases.iterations();
    return operations >= wanted
        ? Optional.empty()
        : Optional.of(
            "after %s of the planned %s operations"
                .formatted(Figures.count(operations), Figures.count(wanted)));
  }
}
