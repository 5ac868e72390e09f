package org.plimsoll.analysis.verdict;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;
import org.plimsoll.result.Validity;

/**
 * The thresholds that all findings share. A number that may be off by more than 10 % is suspect:
 * repeated runs on a quiet machine differ by about as much. A number that may be off by more than
 * 50 % says more about the generator than about the target, and is invalid.
 */
public final class Findings {
  static final double SUSPECT_SHARE = 0.1;
  static final double INVALID_SHARE = 0.5;

  /** Minimum delay that counts: the p99 of the time to wake a thread. */
  static final double FLOOR_NANOS = 100_000;

  static final double NANOS_PER_MILLI = 1e6;

  private Findings() {}

  /** Returns the validity that follows from findings. */
  public static Validity validity(List<Finding> findings) {
    return findings.stream().map(Finding::severity).reduce(Severity.INFO, Severity::or).validity();
  }

  /** Sorts findings by severity, the worst first. */
  static List<Finding> sorted(Stream<@Nullable Finding> found) {
    return found
        .filter(Objects::nonNull)
        .sorted(Comparator.comparing(Finding::severity).reversed())
        .toList();
  }

  static Severity severity(double effect) {
    return effect > INVALID_SHARE
        ? Severity.INVALID
        : effect > SUSPECT_SHARE ? Severity.SUSPECT : Severity.INFO;
  }

  static Finding finding(FindingCode code, Severity severity, String text, Object... values) {
    return new Finding(code, severity, String.format(Locale.ROOT, text, values));
  }

  /**
   * Returns a number with three significant digits, or all integer digits if there are more,
   * without an exponent.
   */
  static String figure(double value) {
    double rounded = new BigDecimal(value).round(new MathContext(3)).doubleValue();
    return rounded >= 100
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, rounded >= 10 ? "%.1f" : "%.2f", value);
  }
}
