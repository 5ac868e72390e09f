package org.plimsoll.analysis.verdict;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * Checks whether the generator disturbed the result, by pure rules on its own measurements. A
 * disturbance is judged by its effect on the numbers shown, on the scale of {@link Findings}.
 */
public final class SelfCheck {
  private static final List<Rule> RULES =
      List.of(
          SelfCheck::nothingSucceeded,
          SelfCheck::accountingDisagrees,
          evidence -> ArrivalRules.generatorLate(evidence, Findings.FLOOR_NANOS),
          ArrivalRules::scheduleMissed,
          ArrivalRules::arrivalLaw,
          MachineRules::generatorPaused,
          ArrivalRules::noRoom,
          MachineRules::generatorSaturated,
          MachineRules::generatorIsLimit,
          MachineRules::cpuThrottled,
          MachineRules::machineBusy,
          MachineRules::cpuStolen,
          SelfCheck::notSent);

  private SelfCheck() {}

  /** A rule of the self-check. It returns a finding or null. */
  @FunctionalInterface
  private interface Rule {
    @Nullable Finding judge(Evidence evidence);
  }

  /** Returns the findings, worst first. */
  public static List<Finding> findings(Evidence evidence) {
    return Findings.sorted(RULES.stream().map(rule -> rule.judge(evidence)));
  }

  private static @Nullable Finding nothingSucceeded(Evidence evidence) {
    Accounting accounting = evidence.accounting();
    return accounting.scheduled() == 0 || accounting.answered().succeeded() > 0
        ? null
        : Findings.finding(
            FindingCode.NOTHING_SUCCEEDED, Severity.INVALID, "No operation succeeded.");
  }

  /** Checks that the counts of outcomes add up exactly, and Little's law within its tolerance. */
  private static @Nullable Finding accountingDisagrees(Evidence evidence) {
    Accounting a = evidence.accounting();
    if (a.ended() != a.scheduled()) {
      return Findings.finding(
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
    return Findings.finding(
        FindingCode.ACCOUNTING_DISAGREES,
        Severity.INVALID,
        "The accounting disagrees: %s times as many operations were in flight as throughput"
            + " times response time gives, so completions were lost or counted twice.",
        Findings.figure(calls.excess()));
  }

  private static @Nullable Finding notSent(Evidence evidence) {
    Accounting accounting = evidence.accounting();
    long withoutRight = evidence.arrivals().withoutRight();
    return accounting.errors().shed() + accounting.errors().notSent() == 0
        ? null
        : Findings.finding(
            FindingCode.NOT_SENT,
            Severity.INFO,
            "Operations were not sent: %s; they rank above all percentiles.",
            Stream.of(
                    counted(accounting.errors().shed(), "%,d shed"),
                    counted(accounting.errors().notSent() - withoutRight, "%,d expired"),
                    counted(withoutRight, "%,d without the right to send"))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(", ")));
  }

  private static Optional<String> counted(long count, String text) {
    return count == 0 ? Optional.empty() : Optional.of(String.format(Locale.ROOT, text, count));
  }
}
