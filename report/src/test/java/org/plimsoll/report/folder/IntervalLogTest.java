package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Phase;

final class IntervalLogTest {
  private static final int PER_SECOND = 20;
  private static final List<TierShape> SMALL =
      List.of(
          new TierShape(1, 60, 2, 3), new TierShape(10, 120, 3, 3), new TierShape(60, 600, 3, 3));

  private final SampleRun sample = new SampleRun(5, PER_SECOND);

  private final Map<String, Histogram> same = sample.histograms(0);

  @TempDir Path temp;

  @Test
  void twoHoursLeaveOneFileWithALinePerSecond() throws IOException {
    try (IntervalLog log = new IntervalLog(temp)) {
      add(log, 0, 7200);
    }

    assertThat(files()).containsExactly("intervals.jsonl");
    assertThat(Files.readAllLines(temp.resolve("intervals.jsonl"))).hasSize(7200);
  }

  @Test
  void longRunsAreOneSeriesWithFinerLinesTowardsTheEnd() throws IOException {
    try (IntervalLog log = new IntervalLog(temp, SMALL)) {
      add(log, 0, 3000);
    }

    List<Interval> read = read();
    // 60 s: files of 600 s from 1200; 10 s: of 120 s from 2640; seconds: of 60 s from 2880.
    assertThat(read.stream().mapToLong(i -> i.window().lengthNanos() / SampleRun.SECOND).distinct())
        .containsExactly(60L, 10L, 1L);
    assertJoined(read, 1200, 3000);
    assertThat(ofLength(read, 1)).hasSize(3000 - 2880);
    assertThat(ofLength(read, 10)).hasSize((2880 - 2640) / 10);
    assertThat(read.stream().mapToLong(i -> i.figures().accounting().answered().succeeded()).sum())
        .isEqualTo((3000 - 1200) * PER_SECOND);
  }

  @Test
  void coarseLinesHavePercentilesOfAllOperationsAndMaximaOfHealth() throws IOException {
    Map<String, Histogram> minute = new TreeMap<>();
    int inFlight = 0;
    try (IntervalLog log = new IntervalLog(temp, SMALL)) {
      for (int second = 0; second < 400; second++) {
        Map<String, Histogram> tags = sample.histograms(second);
        Interval interval = sample.interval(second, Phase.MEASURE, tags, 1);
        log.add(interval, tags);
        if (second < 60) {
          inFlight = Math.max(inFlight, interval.figures().inFlight());
          tags.forEach(
              (tag, nanos) -> minute.computeIfAbsent(tag, _ -> new Histogram(3)).add(nanos));
        }
      }
    }

    Interval first = read().getFirst();
    assertThat(first.window().lengthNanos()).isEqualTo(60 * SampleRun.SECOND);
    Map<String, Interval.OperationInterval> operations = first.figures().operations();
    assertThat(operations.keySet()).containsExactlyInAnyOrder("all", "read", "update");
    operations.forEach((name, its) -> {
      assertThat(its.serviceNanos()).isEqualTo(percentiles(minute, name + "/service"));
      assertThat(its.responseNanos()).isEqualTo(percentiles(minute, name + "/response"));
    });
    assertThat(first.figures().inFlight()).isEqualTo(inFlight);
    assertThat(first.figures().failures()).containsEntry("connection-refused", 60L);
  }

  private static Interval.Percentiles percentiles(Map<String, Histogram> nanos, String tag) {
    return Latencies.ofInterval(nanos.getOrDefault(tag, new Histogram(3)));
  }

  @Test
  void linesDoNotMixPhases() throws IOException {
    try (IntervalLog log = new IntervalLog(temp, SMALL)) {
      for (int second = 0; second < 400; second++) {
        Map<String, Histogram> tags = sample.histograms(second);
        log.add(sample.interval(second, second < 33 ? Phase.WARMUP : Phase.MEASURE, tags, 0), tags);
      }
    }

    List<Interval> read = read();
    assertJoined(read, 0, 400);
    assertThat(read.get(0).window().phase()).isEqualTo(Phase.WARMUP);
    assertThat(read.get(0).window().atNanos()).isEqualTo(33 * SampleRun.SECOND);
    assertThat(read.get(1).window().phase()).isEqualTo(Phase.MEASURE);
    assertThat(read.get(1).window().atNanos()).isEqualTo(60 * SampleRun.SECOND);
  }

  @Test
  void killsDuringARotationNeitherLoseNorRepeatLines() throws IOException {
    try (IntervalLog log = new IntervalLog(temp, SMALL)) {
      add(log, 0, 61);
      // The coarse lines are written, and the file is not yet a segment.
      Path growing = temp.resolve("intervals.jsonl");
      String second = Files.readString(growing);
      Path segment = temp.resolve("intervals/1s-0000000000.jsonl");
      Files.move(growing, temp.resolve("aside"));
      Files.move(segment, growing);
      assertJoined(read(), 0, 60);
      // The file is a segment, and the next one has not started.
      Files.move(growing, segment);
      assertJoined(read(), 0, 60);
      assertThat(known(RunReader.last(temp)).window().atNanos()).isEqualTo(60 * SampleRun.SECOND);
      // A reader that opened the file before it became a segment sees it twice.
      Files.copy(segment, growing);
      assertJoined(read(), 0, 60);
      // The next file has started, with half a line.
      Files.writeString(growing, second.substring(0, 30));
      assertJoined(read(), 0, 60);
      assertThat(known(RunReader.last(temp)).window().atNanos()).isEqualTo(60 * SampleRun.SECOND);
    }
  }

  @Test
  void killsAroundARotationLeaveEverySecondOnce() throws IOException {
    try (IntervalLog log = new IntervalLog(temp, SMALL)) {
      for (int second = 0; second < 500; second++) {
        add(log, second, second + 1);
        if (second > 100 && (second + 2) % 60 < 4) {
          assertJoined(read(), 0, second + 1);
        }
      }
      for (Path coarse : coarseFiles()) {
        Files.writeString(coarse, "{\"atNanos\":12,\"ph", StandardOpenOption.APPEND);
      }
      assertJoined(read(), 0, 500);
    }
  }

  @Test
  void readersMissNothingWhileSegmentsAreDeleted() throws IOException {
    List<Interval> read = new ArrayList<>();
    try (IntervalLog log = new IntervalLog(temp, SMALL)) {
      add(log, 0, 1000);
      IntervalFiles.forEach(
          temp,
          interval -> {
            if (read.isEmpty()) {
              addUnchecked(log, 1000, 1700);
            }
            read.add(interval);
          });
    }

    assertThat(end(read)).isGreaterThanOrEqualTo(1000);
    assertJoined(read, 0, end(read));
  }

  @Test
  void filesAndHandlesAreBoundedForRunsOfAnyLength() throws IOException {
    try (IntervalLog log = new IntervalLog(temp, SMALL)) {
      for (int second = 0; second < 4000; second += 1000) {
        add(log, second, second + 1000);
        assertThat(files()).hasSizeLessThanOrEqualTo(2 + 3 + 3);
      }
    }
  }

  @Test
  void linesThatDidNotFitAreWrittenOnceThereIsSpace() throws IOException {
    try (IntervalLog log = new IntervalLog(temp, SMALL)) {
      add(log, 0, 30);
      Path inTheWay = Files.writeString(temp.resolve("intervals"), "a file, no folder");
      for (int second = 30; second < 90; second++) {
        try {
          add(log, second, second + 1);
        } catch (IOException e) {
          assertThat(second).isGreaterThanOrEqualTo(60);
        }
      }
      Files.delete(inTheWay);
      add(log, 90, 700);
    }

    assertJoined(read(), 0, 700);
    assertThat(ofLength(read(), 60)).isNotEmpty();
  }

  private void add(IntervalLog log, int from, int to) throws IOException {
    for (int second = from; second < to; second++) {
      log.add(sample.interval(second, Phase.MEASURE, same, 0), same);
    }
  }

  private void addUnchecked(IntervalLog log, int from, int to) {
    try {
      add(log, from, to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Interval> read() throws IOException {
    List<Interval> read = new ArrayList<>();
    IntervalFiles.forEach(temp, read::add);
    return read;
  }

  /** Asserts that each interval starts at the end of the previous one. */
  private static void assertJoined(List<Interval> read, long fromSecond, long toSecond) {
    long at = fromSecond * SampleRun.SECOND;
    for (Interval interval : read) {
      assertThat(interval.window().startNanos()).isEqualTo(at);
      at = interval.window().atNanos();
    }
    assertThat(at).isEqualTo(toSecond * SampleRun.SECOND);
  }

  private static long end(List<Interval> read) {
    return read.getLast().window().atNanos() / SampleRun.SECOND;
  }

  private static List<Interval> ofLength(List<Interval> read, int seconds) {
    return read.stream()
        .filter(interval -> interval.window().lengthNanos() == seconds * SampleRun.SECOND)
        .toList();
  }

  private static <T> T known(@Nullable T value) {
    return Objects.requireNonNull(value);
  }

  private List<Path> coarseFiles() throws IOException {
    try (Stream<Path> all = Files.list(temp.resolve("intervals"))) {
      return all.filter(file -> !String.valueOf(file.getFileName()).startsWith("1s")).toList();
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> all = Files.walk(temp)) {
      return all.filter(Files::isRegularFile)
          .map(file -> temp.relativize(file).toString())
          .toList();
    }
  }
}
