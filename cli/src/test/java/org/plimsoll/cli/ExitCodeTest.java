package org.plimsoll.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.JvmFacts;
import org.plimsoll.result.Latency;
import org.plimsoll.result.Pauses;
import org.plimsoll.result.Rates;
import org.plimsoll.result.Severity;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.Validity;

/** Exit codes of a run that has ended, in the documented order: 3, 130, 5, 4, 0. */
class ExitCodeTest {
  @ParameterizedTest
  @CsvSource({
    "VALID,   NONE,      10, false, false, 0",
    "VALID,   PASSED,    10, false, true,  0",
    "VALID,   FAILED,    10, false, true,  4",
    // A figure that is missing from a valid result is not a failure.
    "VALID,   UNDECIDED, 10, false, true,  0",
    "SUSPECT, PASSED,    10, false, false, 0",
    "SUSPECT, PASSED,    10, false, true,  5",
    "SUSPECT, UNDECIDED, 10, false, false, 0",
    "SUSPECT, FAILED,    10, false, false, 4",
    "SUSPECT, FAILED,    10, false, true,  5",
    "INVALID, NONE,      10, false, false, 0",
    "INVALID, NONE,      10, false, true,  5",
    "INVALID, UNDECIDED, 10, false, false, 5",
    "INVALID, UNDECIDED, 10, true,  true,  130",
    "VALID,   FAILED,    10, true,  false, 130",
    "INVALID, UNDECIDED, 0,  true,  true,  3",
    "INVALID, FAILED,    0,  false, false, 3",
  })
  void theFirstMatchingRuleDeterminesTheExitCode(
      Validity validity,
      SloOutcome slo,
      long succeeded,
      boolean aborted,
      boolean strict,
      int code) {
    assertThat(ExitCode.of(summary(validity, slo, succeeded), aborted, strict)).isEqualTo(code);
  }

  /** As if a fill wrote nothing, so that no read finds a row. */
  @Test
  void runsThatFindNothingHaveNoUsableTarget() {
    Accounting nothing =
        new Accounting(10, new Accounting.Answered(0, 10), Accounting.Errors.NONE, 0);
    assertThat(ExitCode.of(summary(Validity.INVALID, SloOutcome.NONE, nothing), false, false))
        .isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "NOTHING_MEASURED, INVALID, 3",
    "FILL_FAILED, INVALID, 3",
    "TARGET_FAILING, INFO, 4",
    "VERIFICATION_FAILED, INFO, 4",
    "FILL_INCOMPLETE, INFO, 0",
  })
  void aFindingAboutTheTargetDeterminesTheExitCode(FindingCode found, Severity severity, int code) {
    Summary valid = summary(Validity.VALID, SloOutcome.NONE, 10);
    Summary.Verdict verdict =
        new Summary.Verdict(
            severity.validity(),
            SloOutcome.NONE,
            List.of(),
            List.of(new Summary.Finding(found, severity, "text")));
    Summary summary =
        new Summary(
            valid.schema(),
            valid.run(),
            valid.elapsedNanos(),
            verdict,
            valid.figures(),
            valid.driver(),
            valid.generator(),
            valid.details());
    assertThat(ExitCode.of(summary, false, false)).isEqualTo(code);
  }

  private static Summary summary(Validity validity, SloOutcome slo, long succeeded) {
    return summary(
        validity,
        slo,
        new Accounting(
            10,
            new Accounting.Answered(succeeded, 0),
            new Accounting.Errors(10 - succeeded, 0, 0, 0),
            0));
  }

  private static Summary summary(Validity validity, SloOutcome slo, Accounting accounting) {
    return new Summary(
        Summary.SCHEMA,
        new Summary.RunInfo(
            "a1",
            "test",
            "sim:",
            "2026-11-21T10:00:00Z",
            1,
            Map.of(),
            Collections.emptySortedSet()),
        1_000_000_000,
        new Summary.Verdict(validity, slo, List.of(), List.of()),
        new Summary.LoadFigures(
            new Summary.LoadInfo("closed", null, 1),
            accounting,
            new Rates(null, accounting.answered().succeeded(), null, null),
            Summary.Elsewhere.NONE,
            Map.of(),
            latency(),
            Map.of()),
        new Summary.DriverReport(Map.of(), Map.of(), Map.of()),
        new Summary.GeneratorSummary(
            0, Pauses.NONE, 0, null, 0, 0, new JvmFacts("25", List.of(), "host")),
        Summary.Details.NONE);
  }

  private static Latency latency() {
    return new Latency(
        null,
        null,
        null,
        new Latency.Percentiles(null, null, null, null, null, null),
        null,
        Latency.Missing.NONE);
  }
}
