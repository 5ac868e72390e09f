package org.plimsoll.settings;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.api.Setting;
import org.plimsoll.api.Setting.Kind;
import org.plimsoll.settings.text.DurationText;
import org.plimsoll.settings.text.RateText;

/** Settings of types that a run has and drivers do not. */
final class SettingTypes {
  /** The number of keys that there may be: 2^62. */
  static final long MAX_KEYS = 1L << 62;

  private SettingTypes() {}

  /** A whole number in a range. */
  static Setting<Long> count(
      String name, @Nullable String defaultText, long minimum, long maximum) {
    Setting<Long> plain = Setting.count(name, defaultText, minimum, maximum);
    String most = maximum == MAX_KEYS ? "2^62" : maximum == Long.MAX_VALUE ? "2^63-1" : null;
    String allowed = "a whole number from " + minimum + " to " + most;
    return most == null
        ? plain
        : Setting.of(name, Kind.COUNT, defaultText, allowed, plain.value().parser());
  }

  /** A duration in a range. */
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

  /** A rate without a default. */
  static Setting<Double> rate(String name, String example) {
    String allowed = "operations per second above 0 and at most 1g, such as " + example;
    return Setting.of(name, Kind.DECIMAL, null, allowed, RateText::positive);
  }

  static void require(boolean condition) {
    if (!condition) {
      throw new IllegalArgumentException("out of range");
    }
  }
}
