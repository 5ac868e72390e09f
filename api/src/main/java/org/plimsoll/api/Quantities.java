package org.plimsoll.api;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parsers for numbers with units: counts {@code 10k 1.5m 2g} (decimal), sizes {@code 64KiB 1MiB}
 * (and decimal ones), durations {@code 250ms 1h30m 7d}. Every parser throws {@link
 * IllegalArgumentException} with the text and what is allowed.
 */
public final class Quantities {
  private static final Pattern NUMBER =
      Pattern.compile("([0-9]{1,30}(?:\\.[0-9]{1,30})?)\\s?([A-Za-zµ]*)");
  private static final Pattern DURATION = Pattern.compile("(?:[0-9]+(?:\\.[0-9]+)?[a-zµ]+)+");
  private static final Pattern DURATION_PART = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)([a-zµ]+)");
  private static final Map<String, Long> DECIMAL =
      Map.of("", 1L, "k", 1_000L, "m", 1_000_000L, "g", 1_000_000_000L, "t", 1_000_000_000_000L);
  private static final Map<String, Long> BINARY =
      Map.of(
          "b",
          1L,
          "kb",
          1_000L,
          "mb",
          1_000_000L,
          "gb",
          1_000_000_000L,
          "kib",
          1L << 10,
          "mib",
          1L << 20,
          "gib",
          1L << 30,
          "tib",
          1L << 40);
  private static final Map<String, Long> NANOS =
      Map.of(
          "ns",
          1L,
          "us",
          1_000L,
          "µs",
          1_000L,
          "ms",
          1_000_000L,
          "s",
          1_000_000_000L,
          "m",
          60_000_000_000L,
          "min",
          60_000_000_000L,
          "h",
          3_600_000_000_000L,
          "d",
          86_400_000_000_000L,
          "w",
          604_800_000_000_000L);

  private static final int CHARACTERS_MAX = 100;

  /** The suffixes with their factors, largest first. */
  private static final List<Map.Entry<String, Long>> SUFFIXES =
      DECIMAL.entrySet().stream()
          .filter(suffix -> suffix.getValue() > 1)
          .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
          .toList();

  /** Numbers below this value are printed without a suffix, because they are easy to read. */
  private static final BigDecimal SUFFIXES_FROM = BigDecimal.valueOf(10_000);

  private Quantities() {}

  /** Parses a whole count: {@code 100}, {@code 10k}, {@code 1.5m}. */
  public static long parseCount(String text) {
    return exact(scaled(text, false, "a count such as 100, 10k or 1.5m"), text, "a whole count");
  }

  /** Parses a decimal number: {@code 0.5}, {@code 9.5k}. */
  public static double parseDecimal(String text) {
    return scaled(text, false, "a number such as 0.5, 100 or 9.5k").doubleValue();
  }

  /** Formats a number in a form that these parsers read: {@code 0.99}, {@code 10k}. */
  static String text(BigDecimal number) {
    BigDecimal value = number.stripTrailingZeros();
    if (value.abs().compareTo(SUFFIXES_FROM) >= 0) {
      for (Map.Entry<String, Long> unit : SUFFIXES) {
        BigDecimal scaled = value.divide(BigDecimal.valueOf(unit.getValue())).stripTrailingZeros();
        if (scaled.abs().compareTo(BigDecimal.ONE) >= 0 && scaled.scale() <= 1) {
          return scaled.toPlainString() + unit.getKey();
        }
      }
    }
    return value.toPlainString();
  }

  /** Parses a number of bytes: {@code 100}, {@code 1k}, {@code 64KiB}. */
  public static long parseBytes(String text) {
    return exact(scaled(text, true, "a size such as 100, 1k or 64KiB"), text, "whole bytes");
  }

  /** Parses a duration of at most 292 years: {@code 250ms}, {@code 1h30m}, {@code 0}. */
  public static Duration parseDuration(String text) {
    checkLength(text, "a duration such as 250ms, 30s, 1h30m or 7d");
    String trimmed = text.strip().toLowerCase(Locale.ROOT);
    if (trimmed.equals("0")) {
      return Duration.ZERO;
    }
    if (!DURATION.matcher(trimmed).matches()) {
      throw notA("a duration such as 250ms, 30s, 1h30m or 7d", text);
    }
    BigDecimal nanos = BigDecimal.ZERO;
    Matcher part = DURATION_PART.matcher(trimmed);
    while (part.find()) {
      Long unit = NANOS.get(part.group(2));
      if (unit == null) {
        throw notA("a duration in ns, us, ms, s, m, h, d or w", text);
      }
      nanos = nanos.add(new BigDecimal(part.group(1)).multiply(BigDecimal.valueOf(unit)));
    }
    return Duration.ofNanos(exact(nanos.setScale(0, RoundingMode.HALF_UP), text, "a duration"));
  }

  private static BigDecimal scaled(String text, boolean bytes, String allowed) {
    checkLength(text, allowed);
    String trimmed = text.strip().replace("_", "");
    Matcher number = NUMBER.matcher(trimmed);
    if (!number.matches()) {
      throw notA(allowed, text);
    }
    String unit = number.group(2).toLowerCase(Locale.ROOT);
    Long factor = DECIMAL.get(unit);
    if (factor == null && bytes) {
      factor = BINARY.get(unit);
    }
    if (factor == null) {
      throw notA(allowed, text);
    }
    return new BigDecimal(number.group(1)).multiply(BigDecimal.valueOf(factor));
  }

  private static long exact(BigDecimal value, String text, String what) {
    try {
      return value.longValueExact();
    } catch (ArithmeticException e) {
      throw notA(what + " below 2^63", text);
    }
  }

  /** Rejects long texts, on which a regular expression could overflow the stack. */
  private static void checkLength(String text, String allowed) {
    if (text.length() > CHARACTERS_MAX) {
      throw new IllegalArgumentException(
          "must be " + allowed + ", was a text of " + text.length() + " characters");
    }
  }

  private static IllegalArgumentException notA(String allowed, String text) {
    return new IllegalArgumentException("must be " + allowed + ", was '" + text + "'");
  }
}
