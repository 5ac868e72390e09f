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
 * Parses objectives: {@code read.p999<20ms}, {@code errors≤0.1%}. Objectives are comparisons, so
 * they have their own parser.
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
  private static final Set<String> LATENCIES = SloSpec.LATENCIES;

  /**
   * Matches the name of a telemetry series, by a character that figures of operations cannot have.
   */
  private static final Pattern SERIES =
      Pattern.compile("([^<>=≤≥]*[._/{][^<>≤≥]*?)\\s*(<=|>=|<|>|≤|≥)\\s*([^<>=≤≥]+)");

  private SloText() {}

  /** Parses objectives that are separated by commas. */
  public static List<SloSpec> parseAll(String text) {
    List<SloSpec> objectives = new ArrayList<>();
    for (String part : parts(text)) {
      objectives.add(parse(part.strip()));
    }
    return objectives;
  }

  /** Splits a text at commas, except in the labels of a series, which are in braces. */
  private static List<String> parts(String text) {
    List<String> parts = new ArrayList<>();
    int depth = 0;
    int begin = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == ',' && depth <= 0) {
        parts.add(text.substring(begin, i));
        begin = i + 1;
      }
    }
    parts.add(text.substring(begin));
    return parts;
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
    if (!parts.matches() || !isKnown(parts.group(3))) {
      Matcher series = SERIES.matcher(text);
      if (series.matches()) {
        return ofSeries(text, series.group(1).strip(), series.group(2), series.group(3).strip());
      }
    }
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

  private static boolean isKnown(String metric) {
    return LATENCIES.contains(metric) || RATES.contains(metric) || metric.equals("errors");
  }

  /**
   * Parses the bound of a series, in the unit of its name: bytes for {@code _bytes}, seconds for
   * {@code _seconds}, otherwise a plain number. A percentage is a share.
   */
  private static SloSpec ofSeries(String text, String name, String sign, String bound) {
    int brace = name.indexOf('{');
    String plain = brace < 0 ? name : name.substring(0, brace);
    double value =
        bound.endsWith("%")
            ? Quantities.parseDecimal(bound.substring(0, bound.length() - 1).strip()) / 100
            : plain.endsWith("_bytes") || bound.endsWith("iB")
                ? Quantities.parseBytes(bound)
                : bound.matches("[0-9.]+(ns|us|µs|ms|s|h|d)")
                    ? Quantities.parseDuration(bound).toNanos() / 1e9
                    : Quantities.parseDecimal(bound);
    boolean isBelow = sign.startsWith("<") || sign.equals("≤");
    return new SloSpec(
        text, SloSpec.TELEMETRY, name, isBelow ? Comparison.BELOW : Comparison.ABOVE, value);
  }

  /**
   * Parses an upper bound of a driver's counter or of a figure of a timing, or a lower bound of a
   * hit ratio.
   */
  private static SloSpec ofDriver(String text, String metric, String sign, String bound) {
    SloSpec timing = new SloSpec(text, "all", metric, Comparison.BELOW, 0);
    if (timing.driverTiming() != null) {
      requireSensible(sign, Comparison.BELOW);
      double nanos = positive((double) Quantities.parseDuration(bound).toNanos());
      return new SloSpec(text, "all", metric, Comparison.BELOW, nanos);
    }
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
