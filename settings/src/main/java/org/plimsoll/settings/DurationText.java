package org.plimsoll.settings;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.plimsoll.api.Quantities;

/**
 * Durations as {@link Quantities#parseDuration} reads them, exact: {@code 1h30m}, {@code 250ms}.
 */
final class DurationText {
  private static final List<String> UNITS = List.of("d", "h", "m", "s", "ms", "us", "ns");

  private DurationText() {}

  static String of(Duration duration) {
    long rest = duration.toNanos();
    List<String> parts = new ArrayList<>();
    for (String unit : UNITS) {
      long unitNanos = Quantities.parseDuration("1" + unit).toNanos();
      if (rest >= unitNanos) {
        parts.add(rest / unitNanos + unit);
        rest %= unitNanos;
      }
    }
    return parts.isEmpty() ? "0" : String.join("", parts);
  }
}
