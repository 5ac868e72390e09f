package org.plimsoll.report.folder;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import org.plimsoll.result.LoggedHistograms;

/**
 * The folder {@code hlog/}: interval logs of HdrHistogram 1.3 in microseconds, in three tiers. The
 * finest tier covers two hours, the next a day, the coarsest 90 days. Each tier is split into
 * segments and deletes the oldest one, so disk and memory are bounded. A cell of a coarser tier is
 * the sum of finer cells of one phase.
 */
public final class HistogramLog implements Closeable {
  static final String SUFFIX = "hlog";

  private final List<Tier> tiers;

  public HistogramLog(Path folder, long startedAtMillis) {
    this(folder, startedAtMillis, TierShape.HISTOGRAMS);
  }

  public HistogramLog(Path folder, long startedAtMillis, List<TierShape> shapes) {
    Deque<Tier> chain = new ArrayDeque<>();
    for (TierShape shape : shapes.reversed()) {
      chain.addFirst(new Tier(shape, folder, startedAtMillis, chain.peekFirst()));
    }
    tiers = List.copyOf(chain);
  }

  private static Map<String, Histogram> toMicros(Map<String, Histogram> nanosByTag) {
    Map<String, Histogram> microsByTag = new TreeMap<>();
    nanosByTag.forEach((tag, nanos) ->
        microsByTag.put(LoggedHistograms.safeTag(tag), LoggedHistograms.toMicros(nanos)));
    return microsByTag;
  }

  /**
   * Appends late histograms of an earlier second: a line with the time of that second, in the
   * current file, and a part of the current cells of the coarser tiers.
   */
  void append(Interval addition, Map<String, Histogram> nanosByTag) throws IOException {
    Map<String, Histogram> microsByTag = toMicros(nanosByTag);
    long endMillis = Math.round(addition.window().atNanos() / 1e6);
    long startMillis = Math.round(addition.window().startNanos() / 1e6);
    tiers.getFirst().append(startMillis, endMillis, microsByTag);
    tiers.stream().skip(1).limit(1).forEach(tier -> tier.addToCell(microsByTag));
  }

  /** Adds an interval; if one tier fails, the others are still written. */
  void add(Interval interval, Map<String, Histogram> nanosByTag) throws IOException {
    Map<String, Histogram> microsByTag = toMicros(nanosByTag);
    long endMillis = Math.round(interval.window().atNanos() / 1e6);
    long startMillis = Math.round(interval.window().startNanos() / 1e6);
    tiers.getFirst().add(interval.window().phase().text(), startMillis, endMillis, microsByTag);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (Tier tier : tiers) {
      try {
        tier.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /**
   * One tier, with its current segment and its current cell. A full cell is added to the next tier.
   */
  private static final class Tier {
    private final TierShape shape;
    private final Path folder;
    private final long startedAtMillis;
    private final @Nullable Tier coarser;
    private final Deque<Path> segments = new ArrayDeque<>();
    private final Map<String, Histogram> cell = new TreeMap<>();
    private @Nullable AppendFile file;
    private long fileSegment = -1;
    private long cellIndex = -1;
    private String cellPhase = "";
    private long cellStartMillis;
    private long cellEndMillis;

    Tier(TierShape shape, Path folder, long startedAtMillis, @Nullable Tier coarser) {
      this.shape = shape;
      this.folder = folder;
      this.startedAtMillis = startedAtMillis;
      this.coarser = coarser;
    }

    void add(String phase, long startMillis, long endMillis, Map<String, Histogram> micros)
        throws IOException {
      long index = TierShape.second(startMillis) / shape.cellSeconds();
      IOException failure = null;
      if (index != cellIndex || !phase.equals(cellPhase)) {
        failure = tryFlush();
        cellIndex = index;
        cellPhase = phase;
        cellStartMillis = startMillis;
      }
      addToCell(micros);
      cellEndMillis = endMillis;
      if (shape.cellSeconds() == 1) {
        flush();
      }
      if (failure != null) {
        throw failure;
      }
    }

    void addToCell(Map<String, Histogram> micros) {
      micros.forEach((tag, histogram) ->
          cell.computeIfAbsent(tag, t -> new Histogram(shape.digits())).add(histogram));
    }

    /** Writes lines of an earlier time into the current file. */
    void append(long startMillis, long endMillis, Map<String, Histogram> micros)
        throws IOException {
      AppendFile known = file;
      // Late histograms of the first second may arrive before the others of that second.
      write(known == null ? segmentFile(startMillis) : known, micros, startMillis, endMillis);
    }

    private @Nullable IOException tryFlush() {
      try {
        flush();
        return null;
      } catch (IOException e) {
        return e;
      }
    }

    private void flush() throws IOException {
      if (cell.isEmpty()) {
        return;
      }
      try {
        write(segmentFile(cellStartMillis), cell, cellStartMillis, cellEndMillis);
      } finally {
        try {
          if (coarser != null) {
            coarser.add(cellPhase, cellStartMillis, cellEndMillis, cell);
          }
        } finally {
          // Data that cannot be written is dropped. If it were kept, memory would grow during an
          // outage of the disk.
          cell.clear();
        }
      }
    }

    private void write(
        AppendFile out, Map<String, Histogram> micros, long startMillis, long endMillis)
        throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      HistogramLogWriter writer = new HistogramLogWriter(bytes);
      if (out.isEmpty()) {
        header(writer);
      }
      micros.forEach((tag, histogram) -> line(writer, tag, histogram, startMillis, endMillis));
      writer.close();
      out.append(bytes.toByteArray());
    }

    private static void line(
        HistogramLogWriter writer,
        String tag,
        Histogram histogram,
        long startMillis,
        long endMillis) {
      histogram.setTag(tag);
      writer.outputIntervalHistogram(
          startMillis / 1e3, endMillis / 1e3, histogram, LoggedHistograms.MAX_VALUE_UNIT_RATIO);
    }

    private void header(HistogramLogWriter writer) {
      writer.outputComment("[Values in microseconds, " + shape.cellSeconds() + " s a line]");
      writer.outputLogFormatVersion();
      writer.outputBaseTime(startedAtMillis);
      writer.outputStartTime(startedAtMillis);
      writer.outputLegend();
    }

    private AppendFile segmentFile(long startMillis) throws IOException {
      long segment = TierShape.second(startMillis) / shape.segmentSeconds();
      if (file == null || fileSegment != segment) {
        close(file);
        AppendFile next = new AppendFile(folder.resolve(shape.fileName(segment, SUFFIX)));
        file = next;
        fileSegment = segment;
        segments.addLast(next.file());
        while (segments.size() > shape.segmentsMax()) {
          Files.deleteIfExists(segments.removeFirst());
        }
      }
      return file;
    }

    void close() throws IOException {
      try {
        flush();
      } finally {
        close(file);
      }
    }

    private static void close(@Nullable AppendFile file) throws IOException {
      if (file != null) {
        file.close();
      }
    }
  }
}
