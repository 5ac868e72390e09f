package org.plimsoll.analysis.consistency;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.ConsistencySummary;
import org.plimsoll.result.ConsistencySummary.Atomicity;
import org.plimsoll.result.ConsistencySummary.LostWrites;
import org.plimsoll.result.ConsistencySummary.Reads;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary.Finding;

/**
 * Findings about a run's consistency. They describe the target, so they do not change the validity
 * of the result.
 */
final class ConsistencyFindings {
  private static final Severity INFO = Severity.INFO;

  private ConsistencyFindings() {}

  static List<Finding> of(ConsistencySummary found) {
    List<Finding> findings = new ArrayList<>();
    addLost(found, findings);
    addReads(found, findings);
    return findings;
  }

  private static void addLost(ConsistencySummary found, List<Finding> findings) {
    LostWrites lost = found.lostWrites();
    if (lost != null && lost.lost() > 0) {
      findings.add(
          finding(
              FindingCode.LOST_WRITES,
              "%,d of %,d written keys lost an acknowledged write%s. %s",
              lost.lost(),
              lost.keysChecked(),
              lost.overwritten() == 0
                  ? ""
                  : String.format(
                      Locale.ROOT,
                      "; %,d were written again later, and %,d reads found the loss",
                      lost.overwritten(),
                      found.freshness().reads().lost()),
              lost.examples().getFirst()));
    }
    if (lost != null && lost.keysUnread() > 0) {
      findings.add(
          finding(
              FindingCode.WRITES_NOT_READ_BACK,
              "%,d keys could not be read back. Lost writes on them would not be detected.",
              lost.keysUnread()));
    }
  }

  private static void addReads(ConsistencySummary found, List<Finding> findings) {
    ConsistencySummary.Stale stale = found.freshness().stale();
    Reads reads = found.freshness().reads();
    if (stale != null) {
      findings.add(
          finding(
              FindingCode.STALE_READS,
              "%,d of %,d reads were stale, at worst by %s or more and by %s. %s",
              reads.stale(),
              reads.judged(),
              millis(stale.atLeastNanos().max()),
              versions(stale.versionsBehindMax()),
              stale.example()));
    }
    found
        .guarantees()
        .forEach((code, guarantee) -> {
          if (guarantee.violated() > 0) {
            findings.add(
                finding(
                    FindingCode.of(code + "-violated"),
                    "%s did not hold for %,d of %,d reads. %s",
                    words(code),
                    guarantee.violated(),
                    guarantee.checked(),
                    Objects.requireNonNull(guarantee.example())));
          }
        });
    Atomicity atomicity = found.atomicity();
    if (atomicity != null && atomicity.conflictingKeys() > 0) {
      findings.add(
          finding(
              FindingCode.NOT_ATOMIC,
              "%,d of %,d keys were not atomic registers (linearizable). %s",
              atomicity.conflictingKeys(),
              atomicity.keys(),
              Objects.requireNonNull(atomicity.example())));
    }
    if (reads.judged() == 0) {
      findings.add(
          finding(
              FindingCode.CONSISTENCY_UNJUDGED,
              "No read could be judged: %,d keys were written to and followed, and %,d reads of"
                  + " them did not show which write they returned.",
              found.keysFollowed(),
              reads.unjudged()));
    }
  }

  static String versions(long count) {
    return String.format(Locale.ROOT, count == 1 ? "%,d version" : "%,d versions", count);
  }

  /** Formats a time of the run: {@code 12.345678 s}. */
  static String instant(long nanos) {
    return String.format(Locale.ROOT, "%.6f s", nanos / 1e9);
  }

  private static String words(String code) {
    String words = code.replace('-', ' ');
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  private static String millis(@Nullable Long nanos) {
    return nanos == null ? "?" : String.format(Locale.ROOT, "%,.3f ms", nanos / 1e6);
  }

  private static Finding finding(FindingCode code, String text, Object... values) {
    return new Finding(code, INFO, String.format(Locale.ROOT, text, values));
  }
}
