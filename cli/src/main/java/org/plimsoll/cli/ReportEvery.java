package org.plimsoll.cli;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Quantities;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.report.folder.ReportedIntervals;

/** The length of reported intervals: whole seconds from 1 s to 60 s. */
final class ReportEvery {
  private ReportEvery() {}

  /**
   * Parses a length.
   *
   * @param option the option, for the message
   * @param text null = 1 s
   * @return nanoseconds
   * @throws InvalidSpecException if the text is not valid
   */
  static long parse(String option, @Nullable String text) {
    if (text == null) {
      return TimeUnit.SECONDS.toNanos(1);
    }
    try {
      long nanos = Quantities.parseDuration(text).toNanos();
      ReportedIntervals.requireLength(nanos);
      return nanos;
    } catch (IllegalArgumentException e) {
      throw new InvalidSpecException(
          option + ": must be whole seconds from 1s to 60s, was '" + text + "'", e);
    }
  }
}
