package org.plimsoll.run;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plimsoll.engine.measure.Counter;
import org.plimsoll.engine.measure.FirstFailure;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * Creates the finding about rows that a fill could not write, or that a verification did not find.
 */
final class FillTrouble {
  /** The share of rows that may be missing after a fill. */
  private static final double FEW = 0.01;

  private FillTrouble() {}

  /**
   * Returns the finding, with failure codes by frequency and a message; empty if no row failed.
   *
   * @param allowsIncomplete whether the measurement is started even if many rows are missing
   * @param mayMiss whether a verification may find missing rows
   */
  static Optional<Finding> of(
      List<Measured> fills, FillMode mode, boolean allowsIncomplete, boolean mayMiss) {
    boolean verifies = mode == FillMode.VERIFY;
    long rows = 0;
    long failed = 0;
    Map<String, Long> codes = new TreeMap<>();
    Map<String, FirstFailure> said = new TreeMap<>();
    for (Measured fill : fills) {
      Totals totals = fill.all().all();
      rows += totals.ended();
      long missing = verifies && !mayMiss ? totals.count(Counter.NOT_FOUND) : 0;
      failed += totals.ended() - totals.answered() + missing;
      if (missing > 0) {
        codes.merge("missing", missing, Long::sum);
      }
      totals.failures().forEach((code, count) -> codes.merge(code, count, Long::sum));
      totals.firstFailures().forEach((code, its) -> said.merge(code, its, FirstFailure::earlier));
    }
    if (failed == 0) {
      return Optional.empty();
    }
    String why =
        codes.entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .map(code -> String.format(Locale.ROOT, "%s %,d", code.getKey(), code.getValue()))
            .collect(joining(", "));
    String count = String.format(Locale.ROOT, "%,d of %,d rows", failed, rows);
    String reason = (why.isEmpty() ? "" : ": " + why) + "." + first(said, codes);
    if (verifies) {
      return Optional.of(
          new Finding(
              FindingCode.VERIFICATION_FAILED,
              Severity.INFO,
              "The verification did not find " + count + " as they were written" + reason));
    }
    boolean isFew = (double) failed / rows <= FEW;
    if (isFew || allowsIncomplete) {
      return Optional.of(
          new Finding(
              FindingCode.FILL_INCOMPLETE,
              isFew ? Severity.INFO : Severity.SUSPECT,
              "The fill could not write " + count + reason));
    }
    return Optional.of(
        new Finding(
            FindingCode.FILL_FAILED,
            Severity.INVALID,
            "The fill failed: it could not write " + count + reason));
  }

  /** Returns the message of the first failure of the most frequent code. */
  static String first(Map<String, FirstFailure> said, Map<String, Long> codes) {
    return said.entrySet().stream()
        .max(Comparator.comparingLong(each -> codes.getOrDefault(each.getKey(), 0L)))
        .map(each -> " The first " + each.getKey() + ": " + each.getValue().message())
        .orElse("");
  }
}
