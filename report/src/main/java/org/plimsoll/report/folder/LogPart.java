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

/** One file of {@code hlog/}, limited to the times that no finer tier has. */
record LogPart(SegmentFile segment) {
  /**
   * Lists the parts in a folder, the finest tier first; each time is in the finest tier that has
   * it.
   */
  static List<LogPart> in(Path folder) throws IOException {
    return SegmentFile.finest(SegmentFile.in(folder, HistogramLog.SUFFIX)).stream()
        .map(LogPart::new)
        .toList();
  }

  long startSecond() {
    return segment.startSecond();
  }

  /**
   * Reads the complete lines; one cut short by a kill is skipped. Times are milliseconds since the
   * start of the run, values are microseconds.
   */
  void forEachHistogram(Consumer<Histogram> consumer) throws IOException {
    byte[] bytes = Files.readAllBytes(segment.file());
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(bytes, 0, whole))) {
      while (reader.hasNext()) {
        EncodableHistogram line = reader.nextIntervalHistogram();
        if (line instanceof Histogram micros && micros.getTag() != null) {
          // The reader adds the base time to that of the line.
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
   * Converts a histogram to the digits of the finest tier. Adding histograms uses the lower end of
   * each bucket, which would make latencies from wide buckets too low.
   */
  private static Histogram middled(Histogram micros) {
    if (micros.getNumberOfSignificantValueDigits() >= HistogramLog.SIGNIFICANT_DIGITS) {
      return micros;
    }
    Histogram fine = new Histogram(HistogramLog.SIGNIFICANT_DIGITS);
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
