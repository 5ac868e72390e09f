package org.plimsoll.cli;

import java.util.EnumSet;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.LineKind;
import org.plimsoll.result.SloOutcome;
import org.plimsoll.result.Summary;
import org.plimsoll.result.TuneResult;
import org.plimsoll.result.Validity;

/** The exit codes, and the rules that select one for a run. */
final class ExitCode {
  static final int DONE = 0;
  static final int FAILURE = 1;
  static final int BAD_USAGE = 2;
  static final int TARGET_UNUSABLE = 3;
  static final int SLO_MISSED = 4;
  static final int UNDECIDED = 5;
  static final int ABORTED = 130;

  private ExitCode() {}

  /** Returns whether a stopped run ended before its purpose was reached. */
  static boolean isCutShort(Summary summary, boolean measures) {
    return !measures || summary.verdict().has(FindingCode.NOTHING_MEASURED);
  }

  /**
   * Returns the exit code of a run that has ended: the first that applies, in the documented order.
   */
  static int of(Summary summary, boolean aborted, boolean strict) {
    Accounting accounting = summary.accounting();
    if (accounting.scheduled() > 0 && accounting.answered().succeeded() == 0) {
      return TARGET_UNUSABLE;
    }
    if (aborted) {
      return ABORTED;
    }
    Summary.Verdict verdict = summary.verdict();
    if (verdict.has(FindingCode.NOTHING_MEASURED) || verdict.has(FindingCode.FILL_FAILED)) {
      return TARGET_UNUSABLE;
    }
    Validity validity = verdict.validity();
    SloOutcome slo = verdict.slo();
    boolean undecided =
        slo == SloOutcome.UNDECIDED
            && (validity == Validity.INVALID || verdict.has(FindingCode.FIGURE_NOT_REPORTED));
    if (undecided || (strict && validity != Validity.VALID)) {
      return UNDECIDED;
    }
    boolean missed =
        slo == SloOutcome.FAILED
            || verdict.has(FindingCode.TARGET_FAILING)
            || verdict.has(FindingCode.VERIFICATION_FAILED);
    return missed ? SLO_MISSED : DONE;
  }

  /**
   * Returns the exit code of a search that has ended: the first that applies, in the documented
   * order.
   */
  static int of(TuneResult result, boolean aborted, boolean strict) {
    boolean answered =
        result.trials().isEmpty()
            || result.trials().stream().anyMatch(trial -> trial.throughputPerSecond() > 0);
    if (!answered) {
      return TARGET_UNUSABLE;
    }
    if (aborted) {
      return ABORTED;
    }
    boolean isFound =
        EnumSet.of(LineKind.FOUND, LineKind.BAND, LineKind.CAP)
            .contains(result.outcome().line().kind());
    boolean isMissed = result.outcome().slo() == SloOutcome.FAILED;
    if (result.outcome().slo() == SloOutcome.UNDECIDED || (strict && !isFound && !isMissed)) {
      return UNDECIDED;
    }
    return isMissed ? SLO_MISSED : DONE;
  }
}
