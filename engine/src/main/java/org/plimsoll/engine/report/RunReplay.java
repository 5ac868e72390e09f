package org.plimsoll.engine.report;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogReader;
import org.jspecify.annotations.Nullable;

/**
 * Tells a run's seconds once more, in their order, with their histograms: those of the second for
 * the last two hours, and before that, where the folder keeps them by 10 s or by minute only, those
 * of the whole cell with the first second in it. Never more than a segment is in memory.
 */
public final class RunReplay {
  private static final long NANOS_PER_MICRO = 1_000;

  private final Iterator<Cell> cells;
  private @Nullable Cell next;

  /** What one stretch of time has in the logs, by tag, in microseconds. */
  private record Cell(long startMillis, Map<String, Histogram> micros) {}

  private RunReplay(Stream<Cell> cells) {
    this.cells = cells.iterator();
    advance();
  }

  /**
   * Reads a folder.
   *
   * @param listener takes each second, with histograms of nanoseconds by tag
   * @throws IOException when a file cannot be read
   */
  public static void replay(Path folder, BiConsumer<Interval, Map<String, Histogram>> listener)
      throws IOException {
    try (Stream<Cell> cells = cells(folder.resolve(RunFolder.HLOG))) {
      RunReplay replay = new RunReplay(cells);
      RunReader.forEachLine(
          folder.resolve(RunFolder.INTERVALS),
          Interval.class,
          interval -> listener.accept(interval, replay.until(interval)));
    }
  }

  /** The histograms of the cells that begin before the end of an interval, and were not given. */
  private Map<String, Histogram> until(Interval interval) {
    long endMillis = Math.round(interval.atNanos() / 1e6);
    Map<String, Histogram> nanos = new TreeMap<>();
    for (Cell cell = next; cell != null && cell.startMillis() < endMillis - 1; cell = next) {
      cell.micros()
          .forEach((tag, micros) ->
              addMicros(nanos.computeIfAbsent(tag, _ -> new Histogram(3)), micros));
      advance();
    }
    return nanos;
  }

  private void advance() {
    next = cells.hasNext() ? cells.next() : null;
  }

  /** Adds values of microseconds to those of nanoseconds. */
  public static void addMicros(Histogram nanos, Histogram micros) {
    for (HistogramIterationValue value : micros.recordedValues()) {
      nanos.recordValueWithCount(
          value.getValueIteratedTo() * NANOS_PER_MICRO, value.getCountAddedInThisIterationStep());
    }
  }

  /** In their order; each time from the finest tier that still has it. */
  private static Stream<Cell> cells(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Stream.empty();
    }
    List<RunReader.Segment> segments;
    try (Stream<Path> files = Files.list(folder)) {
      segments =
          files.flatMap(RunReader.Segment::of).sorted(RunReader.Segment.FINEST_FIRST).toList();
    }
    List<Part> parts = new ArrayList<>();
    int cellSeconds = 0;
    long tierFromSecond = Long.MAX_VALUE;
    long beforeSecond = Long.MAX_VALUE;
    for (RunReader.Segment segment : segments) {
      if (segment.cellSeconds() != cellSeconds) {
        cellSeconds = segment.cellSeconds();
        beforeSecond = tierFromSecond;
      }
      tierFromSecond = Math.min(tierFromSecond, segment.startSecond());
      if (segment.startSecond() < beforeSecond) {
        parts.add(new Part(segment, beforeSecond));
      }
    }
    return parts.stream()
        .sorted((one, other) ->
            Long.compare(one.segment().startSecond(), other.segment().startSecond()))
        .flatMap(Part::read);
  }

  /** A file, of which a finer tier has what comes after a second. */
  private record Part(RunReader.Segment segment, long beforeSecond) {
    Stream<Cell> read() {
      Map<Long, Cell> cells = new TreeMap<>();
      try {
        forEachHistogram(
            segment.file(),
            micros -> {
              long startMillis = micros.getStartTimeStamp();
              String tag = micros.getTag();
              if (tag != null && HistogramLog.second(startMillis) < beforeSecond) {
                cells
                    .computeIfAbsent(startMillis, at -> new Cell(at, new TreeMap<>()))
                    .micros()
                    .put(tag, micros);
              }
            });
      } catch (IOException e) {
        throw new java.io.UncheckedIOException(e);
      }
      return cells.values().stream();
    }
  }

  /**
   * Reads the whole lines of a log; one cut short by a kill is left out. Times are milliseconds
   * since the start of the run.
   */
  static void forEachHistogram(Path file, Consumer<Histogram> consumer) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int whole = bytes.length;
    while (whole > 0 && bytes[whole - 1] != '\n') {
      whole--;
    }
    try (HistogramLogReader reader =
        new HistogramLogReader(new ByteArrayInputStream(bytes, 0, whole))) {
      while (reader.hasNext()) {
        EncodableHistogram line = reader.nextIntervalHistogram();
        if (line instanceof Histogram micros) {
          // The reader adds the base time to what the line says.
          long base = Math.round(reader.getStartTimeSec() * 1000);
          micros.setStartTimeStamp(micros.getStartTimeStamp() - base);
          micros.setEndTimeStamp(micros.getEndTimeStamp() - base);
          consumer.accept(micros);
        }
      }
    }
  }
}
