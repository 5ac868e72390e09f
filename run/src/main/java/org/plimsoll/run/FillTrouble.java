package org.plimsoll.run;

import static java.util.stream.Collectors.joining;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plimsoll.engine.measure.FirstFailure;
import org.plimsoll.engine.measure.Totals;
import org.plimsoll.engine.spec.RunSpec.FillMode;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/** The finding about rows that a fill could not write, and that the measurement therefore lacks. */
final class FillTrouble {
  /** The share of failed rows above which the result is suspect. */
  private static final double SUSPECT_SHARE = 0.01;

  private FillTrouble() {}

  /** The finding, with failure codes by frequency and a message; empty when no row failed. */
  static Optional<Finding> of(List<Measured> fills, FillMode mode) {
    long rows = 0;
    long failed = 0;
    Map<String, Long> codes = new TreeMap<>();
    Map<String, FirstFailure> said = new TreeMap<>();
    for (Measured fill : fills) {
      Totals totals = fill.all().all();
      rows += totals.ended();
      failed += totals.ended() - totals.answered();
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
    return Optional.of(
        new Finding(
            FindingCode.FILL_INCOMPLETE,
            (double) failed / rows > SUSPECT_SHARE ? Severity.SUSPECT : Severity.INFO,
            String.format(
                Locale.ROOT,
                "The fill could not %s %,d of %,d rows%s.%s",
                mode == FillMode.VERIFY ? "check" : "write",
                failed,
                rows,
                why.isEmpty() ? "" : ": " + why,
                first(said, codes))));
  }

  /** The message of the first failure of the most frequent code. */
  static String first(Map<String, FirstFailure> said, Map<String, Long> codes) {
    return said.entrySet().stream()
        .max(Comparator.comparingLong(each -> codes.getOrDefault(each.getKey(), 0L)))
        .map(each -> " The first " + each.getKey() + ": " + each.getValue().message())
        .orElse("");
  }
}
