package org.plimsoll.report.folder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;

/**
 * Replays the intervals of a recorded run in order, with their histograms. Where the folder has
 * only cells of 10 s or a minute, it replays those. If the histograms are coarser than the
 * intervals, the whole cell is passed with its first second. At most one segment is in memory.
 */
public final class RunReplay {
  private static final long NANOS_PER_MICRO = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final Iterator<Cell> cells;
  private @Nullable Cell next;

  /** The histograms of one cell of the logs, by tag, in microseconds. */
  private record Cell(long startMillis, Map<String, Histogram> micros) {}

  private RunReplay(Stream<Cell> cells) {
    this.cells = cells.iterator();
    advance();
  }

  /**
   * Replays a folder.
   *
   * @param listener receives each second, with histograms of nanoseconds by tag
   * @throws IOException if a file cannot be read
   */
  public static void replay(Path folder, BiConsumer<Interval, Map<String, Histogram>> listener)
      throws IOException {
    try (Stream<Cell> cells = cells(folder.resolve(RunFolder.HLOG))) {
      RunReplay replay = new RunReplay(cells);
      IntervalFiles.forEach(folder, interval -> listener.accept(interval, replay.until(interval)));
    }
  }

  /**
   * Reads the histograms of a range. The run may still be in progress. Only the files of the range
   * are read.
   *
   * @param folder a run folder
   * @param fromNanos inclusive, since the start of the run
   * @param toNanos exclusive
   * @return histograms of nanoseconds by tag
   * @throws IOException if a file cannot be read
   */
  public static Map<String, Histogram> between(Path folder, long fromNanos, long toNanos)
      throws IOException {
    double fromSecond = fromNanos / NANOS_PER_SECOND;
    double toSecond = toNanos / NANOS_PER_SECOND;
    Map<String, Histogram> nanos = new TreeMap<>();
    for (LogPart part : LogPart.between(folder.resolve(RunFolder.HLOG), fromSecond, toSecond)) {
      part.forEachHistogram(
          fromSecond,
          toSecond,
          micros ->
              addMicros(nanos.computeIfAbsent(micros.getTag(), _ -> new Histogram(3)), micros));
    }
    return nanos;
  }

  /**
   * Returns the histograms of cells that start before the end of an interval and were not yet
   * returned.
   */
  private Map<String, Histogram> until(Interval interval) {
    long endMillis = Math.round(interval.window().atNanos() / 1e6);
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

  /** Adds a histogram in microseconds to one in nanoseconds. */
  public static void addMicros(Histogram nanos, Histogram micros) {
    for (HistogramIterationValue value : micros.recordedValues()) {
      nanos.recordValueWithCount(
          value.getValueIteratedTo() * NANOS_PER_MICRO, value.getCountAddedInThisIterationStep());
    }
  }

  /** Returns the cells in order. */
  private static Stream<Cell> cells(Path folder) throws IOException {
    return LogPart.in(folder).stream()
        .sorted(Comparator.comparingLong(LogPart::startSecond))
        .flatMap(RunReplay::cells);
  }

  private static Stream<Cell> cells(LogPart part) {
    Map<Long, Cell> cells = new TreeMap<>();
    try {
      part.forEachHistogram(micros ->
          cells
              .computeIfAbsent(micros.getStartTimeStamp(), at -> new Cell(at, new TreeMap<>()))
              .micros()
              // Late figures have a separate line.
              .merge(
                  micros.getTag(),
                  micros,
                  (first, late) -> {
                    first.add(late);
                    return first;
                  }));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return cells.values().stream();
  }
}
