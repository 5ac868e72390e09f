package org.plimsoll.report.folder;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.result.Interval;
import tools.jackson.core.JacksonException;

/**
 * Reads the files of an {@link IntervalLog} as one series, also while the run is in progress. Each
 * second is read once, in order, from the finest tier that has it. Late lines for that second are
 * added to it.
 */
final class IntervalFiles implements Closeable {
  private static final int TRIES = 5;

  /**
   * Bytes read from the end of a file for its last line. A line has a few KB, or more with many
   * scenarios.
   */
  private static final int LAST_BYTES = 256 << 10;

  private static final int LINE_CHARS_MAX = 16 << 20;

  /** Text that identifies a line that adds to an earlier one. */
  private static final String ADDS = "\"adds\":true";

  private final List<Opened> files = new ArrayList<>();

  /** Late lines, by the end of their window. */
  private final TreeMap<Long, List<Interval>> late = new TreeMap<>();

  private long lastNanos = Long.MIN_VALUE;

  /** An open file, which stays readable when it is renamed or deleted. */
  private record Opened(BufferedReader reader, long beforeSecond) {}

  private IntervalFiles() {}

  /**
   * Passes each complete interval to the consumer. A line that a kill or a full disk has truncated
   * is skipped.
   */
  static void forEach(Path run, Consumer<Interval> consumer) throws IOException {
    try (IntervalFiles first = open(run);
        IntervalFiles opened = open(run)) {
      for (Opened each : first.files) {
        opened.readLate(each);
      }
      for (Opened each : opened.files) {
        opened.read(each, consumer);
      }
    }
  }

  /** Returns the last complete interval; null if there is none. */
  static @Nullable Interval last(Path run) throws IOException {
    Interval last = lastOf(run.resolve(IntervalLog.FILE));
    if (last != null) {
      return last;
    }
    // The first second of this file is being written.
    List<SegmentFile> finest =
        SegmentFile.finest(SegmentFile.in(run.resolve(IntervalLog.FOLDER), IntervalLog.SUFFIX));
    SegmentFile newest =
        finest.stream()
            .filter(each -> each.cellSeconds() == finest.getFirst().cellSeconds())
            .reduce((_, later) -> later)
            .orElse(null);
    return newest == null ? null : lastOf(newest.file());
  }

  private static @Nullable Interval lastOf(Path file) throws IOException {
    if (!Files.exists(file)) {
      return null;
    }
    String tail;
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      in.seek(Math.max(0, in.length() - LAST_BYTES));
      byte[] bytes = new byte[(int) Math.min(in.length(), LAST_BYTES)];
      in.readFully(bytes);
      tail = new String(bytes, StandardCharsets.UTF_8);
    }
    for (String line : tail.lines().toList().reversed()) {
      Interval interval = parsed(line);
      if (interval != null && !interval.window().adds()) {
        return interval;
      }
    }
    return null;
  }

  /** Opens all files before any is read, because a segment may be deleted in the meantime. */
  private static IntervalFiles open(Path run) throws IOException {
    for (int left = TRIES; ; left--) {
      IntervalFiles opened = new IntervalFiles();
      try {
        opened.openAll(run);
        return opened;
      } catch (NoSuchFileException e) {
        opened.close();
        if (left == 0) {
          throw e;
        }
      } catch (IOException e) {
        opened.close();
        throw e;
      }
    }
  }

  private void openAll(Path run) throws IOException {
    // Opens the growing file first. If it becomes a segment in the meantime, it is read twice and
    // reported once.
    Path growing = run.resolve(IntervalLog.FILE);
    BufferedReader seconds = Files.exists(growing) ? reader(growing) : null;
    if (seconds != null) {
      files.add(new Opened(seconds, Long.MAX_VALUE));
    }
    List<SegmentFile> all = SegmentFile.in(run.resolve(IntervalLog.FOLDER), IntervalLog.SUFFIX);
    if (all.isEmpty()) {
      return;
    }
    if (seconds != null) {
      all = Stream.concat(all.stream(), firstOf(seconds, growing).stream()).toList();
    }
    int place = 0;
    for (SegmentFile each : inOrder(SegmentFile.finest(all))) {
      if (!each.file().equals(growing)) {
        files.add(place++, new Opened(reader(each.file()), each.beforeSecond()));
      }
    }
  }

  private static List<SegmentFile> inOrder(List<SegmentFile> finest) {
    return finest.stream()
        .sorted(
            Comparator.comparingInt(SegmentFile::cellSeconds)
                .reversed()
                .thenComparingLong(SegmentFile::startSecond))
        .toList();
  }

  /** Returns the growing file as a segment from its first second; empty before that is written. */
  private static List<SegmentFile> firstOf(BufferedReader seconds, Path file) throws IOException {
    seconds.mark(LINE_CHARS_MAX);
    String line = seconds.readLine();
    seconds.reset();
    Interval first = line == null ? null : parsed(line);
    return first == null ? List.of() : List.of(new SegmentFile(1, startSecond(first), file));
  }

  /** Opens a reader that decodes leniently, because a kill may truncate a character. */
  private static BufferedReader reader(Path file) throws IOException {
    return new BufferedReader(
        new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8));
  }

  private void read(Opened file, Consumer<Interval> consumer) throws IOException {
    for (String line = file.reader().readLine(); line != null; line = file.reader().readLine()) {
      Interval interval = parsed(line);
      if (interval != null
          && !interval.window().adds()
          && interval.window().atNanos() > lastNanos
          && startSecond(interval) < file.beforeSecond()) {
        lastNanos = interval.window().atNanos();
        consumer.accept(withLate(interval));
      }
    }
  }

  private void readLate(Opened file) throws IOException {
    for (String line = file.reader().readLine(); line != null; line = file.reader().readLine()) {
      Interval interval = line.contains(ADDS) ? parsed(line) : null;
      if (interval != null && interval.window().adds()) {
        late.computeIfAbsent(interval.window().atNanos(), _ -> new ArrayList<>()).add(interval);
      }
    }
  }

  /** Adds the late lines for the time of an interval, each of them once. */
  private Interval withLate(Interval interval) {
    Interval sum = interval;
    SortedMap<Long, List<Interval>> its =
        late.subMap(interval.window().startNanos(), false, interval.window().atNanos(), true);
    for (List<Interval> each : its.values()) {
      for (Interval addition : each) {
        sum = IntervalSum.with(sum, addition);
      }
    }
    its.clear();
    return sum;
  }

  private static @Nullable Interval parsed(String line) {
    try {
      return ResultJson.mapper().readValue(line, Interval.class);
    } catch (JacksonException e) {
      return null;
    }
  }

  private static long startSecond(Interval interval) {
    return TierShape.second(Math.round(interval.window().startNanos() / 1e6));
  }

  @Override
  public void close() throws IOException {
    for (Opened each : files) {
      each.reader().close();
    }
  }
}
