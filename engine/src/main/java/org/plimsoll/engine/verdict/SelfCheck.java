package org.plimsoll.engine.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.plimsoll.engine.report.Summary.Finding;
import org.plimsoll.engine.spec.Parameters.Model;

/**
 * Whether the generator itself mattered: a pure function of what it saw of itself, judged by its
 * effect on the percentiles that are shown. Thresholds are stated beside each rule.
 */
public final class SelfCheck {
  private static final double NANOS_PER_MILLI = 1e6;

  /** Lag below this is never held against a result, whatever its share. */
  private static final double LAG_FLOOR_NANOS = 100_000;

  private SelfCheck() {}

  /**
   * What the generator saw of itself in the measure phase.
   *
   * @param scheduled operations that were due
   * @param notRoom arrivals that found no room, of {@code scheduled}
   * @param lagNanosP99 how late the generator handled arrivals, without waits for room
   * @param shownNanosP99 the response time (service time in a closed load) that is shown
   * @param cpuShare of all processors
   * @param driverBurnsCpu whether the store lives in this process, so that its CPU is no finding
   * @param pauseShare share of the phase in garbage collection pauses
   */
  public record Evidence(
      Model model,
      long scheduled,
      long notRoom,
      long shed,
      long notSent,
      long arrivalsAtBound,
      int bound,
      double lagNanosP50,
      double lagNanosP99,
      double shownNanosP50,
      double shownNanosP99,
      double cpuShare,
      boolean driverBurnsCpu,
      double stealShare,
      double pauseShare,
      double pauseNanosMax) {}

  /** The findings, worst first. */
  public static List<Finding> findings(Evidence evidence) {
    List<Finding> findings = new ArrayList<>();
    lag(evidence, findings);
    room(evidence, findings);
    resources(evidence, findings);
    findings.sort((a, b) -> Integer.compare(rank(b.severity()), rank(a.severity())));
    return findings;
  }

  /** The validity that follows from findings. */
  public static String validity(List<Finding> findings) {
    int worst = findings.stream().mapToInt(finding -> rank(finding.severity())).max().orElse(0);
    return worst == 2 ? "invalid" : worst == 1 ? "suspect" : "valid";
  }

  private static int rank(String severity) {
    return switch (severity) {
      case "invalid" -> 2;
      case "suspect" -> 1;
      default -> 0;
    };
  }

  /** Over 10 % of the p99 or the median that is shown: suspect; over half of it: invalid. */
  private static void lag(Evidence evidence, List<Finding> findings) {
    double share = share(evidence.lagNanosP99(), evidence.shownNanosP99());
    double medianShare = share(evidence.lagNanosP50(), evidence.shownNanosP50());
    boolean median = medianShare > share;
    double worst = Math.max(share, medianShare);
    if (worst > 0.1) {
      findings.add(
          finding(
              "generator-late",
              worst > 0.5 ? "invalid" : "suspect",
              "The generator itself was late: %s %.3f ms, %.0f %% of the response time shown.",
              median ? "median" : "p99",
              (median ? evidence.lagNanosP50() : evidence.lagNanosP99()) / NANOS_PER_MILLI,
              Math.min(100, worst * 100)));
    }
  }

  private static double share(double lagNanos, double shownNanos) {
    return lagNanos < LAG_FLOOR_NANOS || shownNanos <= 0 ? 0 : lagNanos / shownNanos;
  }

  private static void room(Evidence evidence, List<Finding> findings) {
    if (evidence.notRoom() > 0) {
      double percent = 100.0 * evidence.notRoom() / Math.max(1, evidence.scheduled());
      if (evidence.model() == Model.PACED) {
        findings.add(
            finding(
                "workers-ran-out",
                "suspect",
                "Workers ran out: %,d of %,d operations (%.2g %%) waited for one of %,d workers.",
                evidence.notRoom(),
                evidence.scheduled(),
                percent,
                evidence.bound()));
      } else {
        boolean bound = evidence.arrivalsAtBound() * 2 >= evidence.notRoom();
        findings.add(
            finding(
                "load-not-open",
                "suspect",
                "The load was not open: %,d of %,d arrivals (%.2g %%) found %s.",
                evidence.notRoom(),
                evidence.scheduled(),
                percent,
                bound
                    ? String.format(
                        Locale.ROOT, "the in-flight bound of %,d reached", evidence.bound())
                    : "every session busy"));
      }
    }
    if (evidence.shed() + evidence.notSent() > 0) {
      findings.add(
          finding(
              "not-sent",
              "info",
              "%,d operations were shed and %,d expired unsent; they rank above all percentiles.",
              evidence.shed(),
              evidence.notSent()));
    }
  }

  /** Evidence: it counts against a result only where it is large. */
  private static void resources(Evidence evidence, List<Finding> findings) {
    if (evidence.cpuShare() > 0.9 && !evidence.driverBurnsCpu()) {
      findings.add(
          finding(
              "generator-saturated",
              "suspect",
              "The generator was saturated: it used %.0f %% of all processors.",
              evidence.cpuShare() * 100));
    }
    if (evidence.stealShare() > 0.02) {
      findings.add(
          finding(
              "cpu-stolen",
              evidence.stealShare() > 0.1 ? "suspect" : "info",
              "Other machines took %.1f %% of this one's processor time.",
              evidence.stealShare() * 100));
    }
    boolean pausesMatter =
        evidence.pauseShare() > 0.01
            || (evidence.pauseShare() > 0.005
                && evidence.pauseNanosMax() > 0.1 * evidence.shownNanosP99());
    if (pausesMatter) {
      findings.add(
          finding(
              "generator-paused",
              "suspect",
              "Garbage collection paused the generator for %.1f %% of the time, up to %.1f ms.",
              evidence.pauseShare() * 100,
              evidence.pauseNanosMax() / NANOS_PER_MILLI));
    }
  }

  private static Finding finding(String code, String severity, String text, Object... values) {
    return new Finding(code, severity, String.format(Locale.ROOT, text, values));
  }
}
