package org.plimsoll.engine.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/**
 * One file of {@code hlog/}, named after its cell length and first second, as far as no finer tier
 * has the same time.
 *
 * @param beforeSecond from here on a finer tier has it
 */
record LogPart(int cellSeconds, long startSecond, Path file, long beforeSecond) {
  private static final Pattern NAME = Pattern.compile("(\\d+)s-(\\d+)\\.hlog");

  /** All of a folder, each time from the finest tier that still has it; the finest tier first. */
  static List<LogPart> in(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    List<LogPart> files;
    try (Stream<Path> children = Files.list(folder)) {
      files =
          children
              .flatMap(LogPart::of)
              .sorted(
                  Comparator.comparingInt(LogPart::cellSeconds)
                      .thenComparingLong(LogPart::startSecond))
              .toList();
    }
    List<LogPart> parts = new ArrayList<>();
    int cellSeconds = 0;
    long tierFromSecond = Long.MAX_VALUE;
    long beforeSecond = Long.MAX_VALUE;
    for (LogPart each : files) {
      if (each.cellSeconds != cellSeconds) {
        cellSeconds = each.cellSeconds;
        beforeSecond = tierFromSecond;
      }
      tierFromSecond = Math.min(tierFromSecond, each.startSecond);
      if (each.startSecond < beforeSecond) {
        parts.add(new LogPart(cellSeconds, each.startSecond, each.file, beforeSecond));
      }
    }
    return parts;
  }

  private static Stream<LogPart> of(Path file) {
    Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
    return name.matches()
        ? Stream.of(
            new LogPart(
                Integer.parseInt(name.group(1)),
                Long.parseLong(name.group(2)),
                file,
                Long.MAX_VALUE))
        : Stream.empty();
  }

  /**
   * Reads its whole lines; one cut short by a kill is left out. Times are milliseconds since the
   * start of the run, values are microseconds.
   */
  void forEachHistogram(Consumer<Histogram> consumer) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(bytes, 0, whole))) {
      while (reader.hasNext()) {
        EncodableHistogram line = reader.nextIntervalHistogram();
        if (line instanceof Histogram micros && micros.getTag() != null) {
          // The reader adds the base time to what the line says.
          long base = Math.round(reader.getStartTimeSec() * 1000);
          micros.setStartTimeStamp(micros.getStartTimeStamp() - base);
          micros.setEndTimeStamp(micros.getEndTimeStamp() - base);
          if (HistogramLog.second(micros.getStartTimeStamp()) < beforeSecond) {
            consumer.accept(micros);
          }
        }
      }
    }
  }
}
