package org.plimsoll.result;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

/** Conversion of histograms and tags to the format of a run's interval logs. */
public final class LoggedHistograms {
  /**
   * The significant digits of all recorded histograms, including those in the logs of each second.
   */
  public static final int SIGNIFICANT_DIGITS = 3;

  /** The divisor of the maximum in a log line, which is in milliseconds instead of microseconds. */
  public static final double MAX_VALUE_UNIT_RATIO = 1000;

  private LoggedHistograms() {}

  /**
   * Converts a histogram to microseconds. Each value is the rounded middle of its bucket, so that
   * there is no bias.
   */
  public static Histogram toMicros(AbstractHistogram nanos) {
    Histogram micros = new Histogram(SIGNIFICANT_DIGITS);
    if (nanos.getTotalCount() > 0) {
      // The histogram then grows once instead of with each octave.
      micros.recordValueWithCount(micros(nanos, nanos.getMaxValue()), 0);
    }
    for (HistogramIterationValue value : nanos.recordedValues()) {
      micros.recordValueWithCount(
          micros(nanos, value.getValueIteratedTo()), value.getCountAddedInThisIterationStep());
    }
    return micros;
  }

  private static long micros(AbstractHistogram nanos, long value) {
    return (nanos.medianEquivalentValue(value) + 500) / 1000;
  }

  /** Replaces commas and spaces in a tag, which separate columns and tokens in the log format. */
  public static String safeTag(String tag) {
    return tag.codePoints().anyMatch(LoggedHistograms::breaksTag)
        ? tag.codePoints()
            .map(c -> breaksTag(c) ? '_' : c)
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString()
        : tag;
  }

  private static boolean breaksTag(int c) {
    return c == ',' || Character.isWhitespace(c) || Character.isSpaceChar(c) || c < ' ';
  }
}
