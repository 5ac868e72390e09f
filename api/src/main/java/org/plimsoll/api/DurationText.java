package org.plimsoll.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Formats a duration exactly, so that {@link Quantities#parseDuration} can parse it: {@code 1h30m}.
 */
public final class DurationText {
  private static final List<String> UNITS = List.of("d", "h", "m", "s", "ms", "us", "ns");

  private DurationText() {}

  /** Returns the text of a duration, with every unit that is needed. */
  public static String of(Duration duration) {
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
