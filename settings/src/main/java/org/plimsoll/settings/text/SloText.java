package org.plimsoll.settings.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.SloSpec;
import org.plimsoll.engine.spec.SloSpec.Comparison;

/**
 * Objectives: {@code read.p999<20ms}, {@code errors≤0.1%}. They are comparisons, so they have their
 * own parser.
 */
public final class SloText {
  private static final Pattern OBJECTIVE =
      Pattern.compile(
          "((?:[A-Za-z][A-Za-z0-9_-]*/){0,2})(?:([a-z][a-z0-9-]*(?:#[0-9]+)?)\\.)?([a-z0-9]+)"
              + "\\s*(<=|>=|<|>|≤|≥)\\s*(.+)");
  private static final Pattern DRIVER =
      Pattern.compile("(driver\\.[A-Za-z0-9][A-Za-z0-9._-]*)\\s*(<=|>=|<|>|≤|≥)\\s*(.+)");
  private static final Pattern CONSISTENCY =
      Pattern.compile("(lost-writes|stale-reads)\\s*(<=|<|≤)\\s*(.+)");
  private static final Set<String> RATES = Set.of("throughput", "goodput");
  private static final Set<String> LATENCIES =
      Set.of("mean", "p50", "p90", "p95", "p99", "p999", "p9999", "max");

  private SloText() {}

  /** Parses objectives with commas between them. */
  public static List<SloSpec> parseAll(String text) {
    List<SloSpec> objectives = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      objectives.add(parse(part.strip()));
    }
    return objectives;
  }

  private static SloSpec parse(String text) {
    Matcher driver = DRIVER.matcher(text);
    if (driver.matches()) {
      return ofDriver(text, driver.group(1), driver.group(2), driver.group(3).strip());
    }
    Matcher consistency = CONSISTENCY.matcher(text);
    if (consistency.matches()) {
      String bound = consistency.group(3).strip();
      return new SloSpec(
          text,
          SloSpec.CONSISTENCY,
          consistency.group(1),
          Comparison.BELOW,
          positive(
              consistency.group(1).equals("lost-writes")
                  ? Quantities.parseCount(bound)
                  : share(bound)));
    }
    Matcher parts = OBJECTIVE.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException("must be metric, comparison and bound");
    }
    String path = parts.group(1);
    String operation = parts.group(2) == null ? "all" : parts.group(2);
    String metric = parts.group(3);
    Comparison sensible = RATES.contains(metric) ? Comparison.ABOVE : Comparison.BELOW;
    requireSensible(parts.group(4), sensible);
    if (operation.equals("staleness") && !LATENCIES.contains(metric)) {
      throw new IllegalArgumentException("must be a percentile, the mean or the maximum");
    }
    double bound = bound(metric, parts.group(5).strip());
    return new SloSpec(
        text, path + (operation.equals("write") ? "update" : operation), metric, sensible, bound);
  }

  /** An upper bound of a driver's counter, or a lower bound of its hit ratio. */
  private static SloSpec ofDriver(String text, String metric, String sign, String bound) {
    boolean isRatio = SloSpec.isHitRatio(metric);
    Comparison sensible = isRatio ? Comparison.ABOVE : Comparison.BELOW;
    requireSensible(sign, sensible);
    double value = isRatio ? share(bound) : Quantities.parseDecimal(bound);
    return new SloSpec(text, "all", metric, sensible, positive(value));
  }

  private static void requireSensible(String sign, Comparison sensible) {
    boolean isBelow = sign.startsWith("<") || sign.equals("≤");
    if (isBelow != (sensible == Comparison.BELOW)) {
      throw new IllegalArgumentException(
          "must be an upper bound, or a lower bound of throughput, goodput or a hit ratio");
    }
  }

  private static double bound(String metric, String text) {
    if (LATENCIES.contains(metric)) {
      long nanos = Quantities.parseDuration(text).toNanos();
      return positive((double) nanos);
    }
    return switch (metric) {
      case "throughput", "goodput" -> positive(Quantities.parseDecimal(text));
      case "errors" -> share(text);
      default -> throw new IllegalArgumentException("must be a known metric");
    };
  }

  private static double share(String text) {
    double share =
        text.endsWith("%")
            ? Quantities.parseDecimal(text.substring(0, text.length() - 1).strip()) / 100
            : Quantities.parseDecimal(text);
    if (share > 1) {
      throw new IllegalArgumentException("must be at most 100%");
    }
    return share;
  }

  private static double positive(double value) {
    if (!(value > 0)) {
      throw new IllegalArgumentException("must be above 0");
    }
    return value;
  }
}
