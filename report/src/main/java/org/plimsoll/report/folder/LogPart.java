package org.plimsoll.report.folder;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import org.plimsoll.result.LoggedHistograms;

/**
 * One file of {@code hlog/}, limited to the time range that no file with a finer resolution covers.
 */
record LogPart(SegmentFile segment) {
  /** Lines round their times to milliseconds. */
  private static final double ROUNDING_SECONDS = 0.0015;

  /**
   * Lists the parts in a folder, the finest tier first; each time is in the finest tier that has
   * it.
   */
  static List<LogPart> in(Path folder) throws IOException {
    return SegmentFile.finest(SegmentFile.in(folder, HistogramLog.SUFFIX)).stream()
        .map(LogPart::new)
        .toList();
  }

  /**
   * Lists the parts that may have cells in a range, as {@link #in}.
   *
   * @param fromSecond inclusive, since the start of the run
   * @param toSecond exclusive
   */
  static List<LogPart> between(Path folder, double fromSecond, double toSecond) throws IOException {
    List<LogPart> all = in(folder);
    return all.stream()
        .filter(part ->
            part.startSecond() < toSecond
                // A part ends where the next one of its tier starts.
                && all.stream()
                    .noneMatch(next ->
                        next.segment.cellSeconds() == part.segment.cellSeconds()
                            && next.startSecond() > part.startSecond()
                            && next.startSecond() <= fromSecond))
        .toList();
  }

  long startSecond() {
    return segment.startSecond();
  }

  /**
   * Reads the complete lines. A line that a kill has truncated is skipped. Times are milliseconds
   * since the start of the run, values are microseconds.
   */
  void forEachHistogram(Consumer<Histogram> consumer) throws IOException {
    forEachHistogram(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, consumer);
  }

  /**
   * Reads the complete lines of cells that overlap a range, as {@link #forEachHistogram(Consumer)}.
   * Other lines are not decoded.
   */
  void forEachHistogram(double fromSecond, double toSecond, Consumer<Histogram> consumer)
      throws IOException {
    byte[] bytes = Files.readAllBytes(segment.file());
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(bytes, 0, whole))) {
      while (reader.hasNext()) {
        EncodableHistogram line =
            reader.nextIntervalHistogram(
                fromSecond - segment.cellSeconds() + ROUNDING_SECONDS, toSecond - ROUNDING_SECONDS);
        if (line instanceof Histogram micros && micros.getTag() != null) {
          // The reader adds the base time of the log to the time of the line.
          long base = Math.round(reader.getStartTimeSec() * 1000);
          micros.setStartTimeStamp(micros.getStartTimeStamp() - base);
          micros.setEndTimeStamp(micros.getEndTimeStamp() - base);
          if (TierShape.second(micros.getStartTimeStamp()) < segment.beforeSecond()) {
            consumer.accept(middled(micros));
          }
        }
      }
    }
  }

  /**
   * Converts a histogram to the digits of the finest tier. HdrHistogram adds the lower end of each
   * bucket, which would make latencies from wide buckets too low.
   */
  private static Histogram middled(Histogram micros) {
    if (micros.getNumberOfSignificantValueDigits() >= LoggedHistograms.SIGNIFICANT_DIGITS) {
      return micros;
    }
    Histogram fine = new Histogram(LoggedHistograms.SIGNIFICANT_DIGITS);
    for (HistogramIterationValue value : micros.recordedValues()) {
      fine.recordValueWithCount(
          micros.medianEquivalentValue(value.getValueIteratedTo()),
          value.getCountAddedInThisIterationStep());
    }
    fine.setTag(micros.getTag());
    fine.setStartTimeStamp(micros.getStartTimeStamp());
    fine.setEndTimeStamp(micros.getEndTimeStamp());
    return fine;
  }
}
