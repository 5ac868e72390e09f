package org.plimsoll.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Distribution;
import org.plimsoll.api.DistributionText;
import org.plimsoll.api.DurationText;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.settings.text.RateText;

/** Factories for types of settings that only runs have. */
final class SettingTypes {
  /** Maximum number of keys. 2^62. */
  static final long MAX_KEYS = 1L << 62;

  private SettingTypes() {}

  /** Creates a setting with a whole number in a range. */
  static Setting<Long> count(
      String name, @Nullable String defaultText, long minimum, long maximum) {
    Setting<Long> plain = Setting.count(name, defaultText, minimum, maximum);
    String most = maximum == MAX_KEYS ? "2^62" : maximum == Long.MAX_VALUE ? "2^63-1" : null;
    String allowed = "a whole number from " + minimum + " to " + most;
    return most == null
        ? plain
        : Setting.of(name, Kind.COUNT, defaultText, allowed, plain.value().parser());
  }

  /** Creates a setting with a duration in a range. */
  static Setting<Duration> duration(
      String name, @Nullable String defaultText, Duration minimum, Duration maximum) {
    String allowed =
        "a duration such as 250ms, 30s or 1h30m, from "
            + DurationText.of(minimum)
            + " to "
            + DurationText.of(maximum);
    return Setting.of(
        name,
        Kind.DURATION,
        defaultText,
        allowed,
        text -> {
          Duration value = Quantities.parseDuration(text);
          require(value.compareTo(minimum) >= 0 && value.compareTo(maximum) <= 0);
          return value;
        });
  }

  /** Creates a setting with a rate and without a default. */
  static Setting<Double> rate(String name, String example) {
    String allowed = "operations per second above 0 and at most 1g, such as " + example;
    return Setting.of(name, Kind.DECIMAL, null, allowed, RateText::positive);
  }

  /**
   * Creates a setting with a number of items, or a distribution of it, from 1 to a maximum. A
   * distribution must not be able to exceed this range: {@code bounded(1,100,exponential(5))}
   * limits an unbounded distribution.
   *
   * @param allowed allowed values, as a phrase after "must be"
   */
  static Setting<Distribution> number(
      String name, String defaultText, String allowed, long maximum) {
    return Setting.of(
        name, Kind.DISTRIBUTION, defaultText, allowed, text -> parseNumber(text, maximum));
  }

  /** Parses the value of {@link #number}. */
  static Distribution parseNumber(String text, long maximum) {
    Distribution number = DistributionText.parseBytes(text);
    require(number.lowerBound() >= 1 && number.maximum() <= maximum && number.maximum() >= 1);
    return number;
  }

  /**
   * Parses a size, or a distribution of sizes, up to a maximum. If the samples are unbounded, the
   * parameters must be within the limit.
   */
  static Distribution parseSize(String text, long maximum) {
    Distribution size = DistributionText.parseBytes(text);
    require(
        switch (size) {
          case Distribution.Exponential(double mean) -> mean <= maximum;
          case Distribution.Normal(double mean, double deviation) ->
              mean <= maximum && deviation <= maximum;
          case Distribution.Lognormal(double median, double sigma) ->
              median <= maximum && sigma <= 10;
          case Distribution.Pareto(double minimum, double _) -> minimum <= maximum;
          case Distribution.Weibull(double scale, double shape) -> scale <= maximum && shape >= 0.1;
          default -> size.maximum() <= maximum;
        });
    return size;
  }

  static void require(boolean condition) {
    if (!condition) {
      throw new IllegalArgumentException("out of range");
    }
  }
}
