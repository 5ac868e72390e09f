package org.plimsoll.report.folder;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;

/**
 * The file {@code intervals.jsonl}, with a line for each second, and the folder {@code intervals/}
 * of a run longer than two hours. Every two hours the file is renamed to a segment there, {@code
 * 1s-<second>.jsonl}, and a new file starts. Old seconds are deleted. Lines of 10 s and of a minute
 * replace them, in their own segments. The coarse lines are computed during the run and never mix
 * phases. They are kept in memory until the first segment of seconds is full, so that a short run
 * leaves one file.
 *
 * <p>The log survives a kill at any time. A coarse line is on disk before its seconds can be
 * deleted. A file becomes a segment by a rename. Readers ({@link IntervalFiles}) take each time
 * from the finest tier that has it.
 */
final class IntervalLog implements Closeable {
  static final String FILE = "intervals.jsonl";
  static final String FOLDER = "intervals";
  static final String SUFFIX = "jsonl";

  private final Path file;
  private final Path folder;
  private final TierShape seconds;
  private final Coarse coarse;
  private final Deque<Path> segments = new ArrayDeque<>();
  private AppendFile growing;
  private long segment = -1;
  private boolean segmented;

  IntervalLog(Path run) {
    this(run, TierShape.LINES);
  }

  /**
   * Creates a log with the given tiers.
   *
   * @param shapes the finest first, which has cells of one second; at least two
   */
  IntervalLog(Path run, List<TierShape> shapes) {
    file = run.resolve(FILE);
    folder = run.resolve(FOLDER);
    seconds = shapes.getFirst();
    growing = new AppendFile(file);
    Coarse next = null;
    for (TierShape shape : shapes.subList(1, shapes.size()).reversed()) {
      next = new Coarse(shape, next);
    }
    coarse = Objects.requireNonNull(next);
  }

  /** Adds a second; if one file fails, the others are still written. */
  void add(Interval interval, Map<String, Histogram> nanosByTag) throws IOException {
    IntervalCell second = IntervalCell.lent(interval, nanosByTag);
    Failures failures = new Failures();
    failures.of(() -> coarse.add(second));
    failures.of(() -> roll(second.startSecond() / seconds.segmentSeconds()));
    failures.of(() -> growing.append(bytes(line(interval))));
    failures.rethrow();
  }

  /**
   * Appends late figures of an earlier second to the current file. Coarse lines do not include
   * them.
   */
  void append(Interval addition) throws IOException {
    growing.append(bytes(line(addition)));
  }

  /**
   * Starts a new segment. The coarse cells that end here were added before, so their seconds can be
   * deleted.
   */
  private void roll(long next) throws IOException {
    if (segment < 0) {
      segment = next;
    }
    if (next == segment) {
      return;
    }
    Files.createDirectories(folder);
    segmented = true;
    Failures failures = new Failures();
    failures.of(coarse::writeWaiting);
    failures.of(() -> keepAsSegment(next));
    failures.rethrow();
  }

  private void keepAsSegment(long next) throws IOException {
    Path full = folder.resolve(seconds.fileName(segment, SUFFIX));
    Files.move(file, full, StandardCopyOption.ATOMIC_MOVE);
    AppendFile grown = growing;
    growing = new AppendFile(file);
    segment = next;
    segments.addLast(full);
    grown.close();
    // The growing file counts as one of the kept files.
    while (segments.size() >= seconds.segmentsMax()) {
      Files.deleteIfExists(segments.removeFirst());
    }
  }

  /** Writes the current cells, if there are coarse lines on disk. */
  @Override
  public void close() throws IOException {
    Failures failures = new Failures();
    failures.of(growing::close);
    failures.of(coarse::close);
    failures.rethrow();
  }

  private static String line(Interval interval) {
    return ResultJson.mapper().writeValueAsString(interval) + "\n";
  }

  private static byte[] bytes(String line) {
    return line.getBytes(StandardCharsets.UTF_8);
  }

  /** A line that is not yet on disk. */
  private record Waiting(long segment, String line) {}

  /** A tier with cells longer than a second, with its current cell and its growing segment. */
  private final class Coarse {
    private final TierShape shape;
    private final @Nullable Coarse coarser;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private final Deque<Path> files = new ArrayDeque<>();
    private @Nullable IntervalCell cell;
    private @Nullable AppendFile open;
    private long openSegment = -1;

    Coarse(TierShape shape, @Nullable Coarse coarser) {
      this.shape = shape;
      this.coarser = coarser;
    }

    void add(IntervalCell finer) throws IOException {
      IntervalCell filling = cell;
      if (filling != null
          && filling.phase().equals(finer.phase())
          && index(filling) == index(finer)) {
        filling.add(finer);
        return;
      }
      cell = finer.copy();
      if (filling != null) {
        full(filling);
      }
    }

    private long index(IntervalCell of) {
      return of.startSecond() / shape.cellSeconds();
    }

    private void full(IntervalCell filled) throws IOException {
      waiting.addLast(
          new Waiting(filled.startSecond() / shape.segmentSeconds(), line(filled.interval())));
      // While the disk is full, lines are not kept in memory, because the memory would fill as
      // well.
      while (waiting.size() > 2 * seconds.segmentSeconds() / shape.cellSeconds()) {
        waiting.removeFirst();
      }
      Failures failures = new Failures();
      if (coarser != null) {
        failures.of(() -> coarser.add(filled));
      }
      if (segmented) {
        failures.of(this::writeMine);
      }
      failures.rethrow();
    }

    void writeWaiting() throws IOException {
      Failures failures = new Failures();
      failures.of(this::writeMine);
      if (coarser != null) {
        failures.of(coarser::writeWaiting);
      }
      failures.rethrow();
    }

    private void writeMine() throws IOException {
      for (Waiting next = waiting.peekFirst(); next != null; next = waiting.peekFirst()) {
        segmentFile(next.segment()).append(bytes(next.line()));
        waiting.removeFirst();
      }
    }

    private AppendFile segmentFile(long of) throws IOException {
      AppendFile current = open;
      if (current == null || openSegment != of) {
        if (current != null) {
          current.close();
        }
        current = new AppendFile(folder.resolve(shape.fileName(of, SUFFIX)));
        open = current;
        openSegment = of;
        files.addLast(current.file());
        while (files.size() > shape.segmentsMax()) {
          Files.deleteIfExists(files.removeFirst());
        }
      }
      return current;
    }

    void close() throws IOException {
      Failures failures = new Failures();
      IntervalCell filled = cell;
      cell = null;
      if (filled != null) {
        failures.of(() -> full(filled));
      }
      if (open != null) {
        failures.of(open::close);
      }
      if (coarser != null) {
        failures.of(coarser::close);
      }
      failures.rethrow();
    }
  }

  /** Collects the exceptions of several independent actions. */
  private static final class Failures {
    private @Nullable IOException first;

    interface Action {
      void run() throws IOException;
    }

    void of(Action action) {
      try {
        action.run();
      } catch (IOException e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }

    void rethrow() throws IOException {
      if (first != null) {
        throw first;
      }
    }
  }
}
