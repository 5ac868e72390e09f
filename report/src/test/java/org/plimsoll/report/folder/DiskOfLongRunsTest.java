package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;

/**
 * Estimates the disk use of a month at 20,000/s: the bytes of a cell of each tier, from two
 * recorded minutes, times the number of cells of a month.
 */
final class DiskOfLongRunsTest {
  private static final long GIGABYTE = 1_000_000_000L;
  private static final long MONTH_SECONDS = 30 * 86_400L;
  private static final int SECONDS = 120;
  private static final int PER_SECOND = 20_000;

  /** Tiers short enough that all of them occur in the test. */
  private static final List<TierShape> SOON =
      List.of(
          new TierShape(1, 60, 9, 3), new TierShape(10, 60, 9, 3), new TierShape(60, 600, 9, 3));

  private final Random random = new Random(7);

  @TempDir Path temp;

  @Test
  void aMonthWithOneOperationTypeAt20kTakesLessThan1Gigabyte() throws IOException {
    assertThat(monthBytes(List.of("read"))).isLessThan(GIGABYTE);
  }

  @Test
  void aMonthWithTwoOperationTypesAt20kTakesLessThan2Gigabytes() throws IOException {
    assertThat(monthBytes(List.of("read", "update"))).isLessThan(2 * GIGABYTE);
  }

  private double monthBytes(List<String> names) throws IOException {
    Path hlog = Files.createDirectories(temp.resolve("hlog"));
    try (HistogramLog histograms = new HistogramLog(hlog, 1_763_719_200_123L);
        IntervalLog lines = new IntervalLog(temp, SOON)) {
      for (int second = 0; second <= SECONDS; second++) {
        Map<String, Histogram> nanosByTag = second(names);
        Interval interval = interval(second, names, nanosByTag);
        histograms.add(interval, nanosByTag);
        lines.add(interval, nanosByTag);
      }
    }
    return monthBytes(hlog, TierShape.HISTOGRAMS)
        + monthBytes(temp.resolve("intervals"), TierShape.LINES);
  }

  private static double monthBytes(Path folder, List<TierShape> shapes) throws IOException {
    double sum = 0;
    for (TierShape shape : shapes) {
      long kept = Math.min(MONTH_SECONDS, (long) shape.segmentsMax() * shape.segmentSeconds());
      double bytesPerSecond = (double) bytes(folder, shape.cellSeconds()) / SECONDS;
      assertThat(bytesPerSecond).isPositive();
      sum += bytesPerSecond * kept;
    }
    return sum;
  }

  private static long bytes(Path folder, int cellSeconds) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(cellSeconds + "s-"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  /**
   * Latencies from 100 µs to about 10 ms, as of a store with a tail, with occasional pauses that
   * delay all operations.
   */
  private Map<String, Histogram> second(List<String> names) {
    Map<String, Histogram> tags = new TreeMap<>();
    long pause = random.nextInt(10) == 0 ? 200_000_000L : 0;
    for (int i = 0; i < PER_SECOND; i++) {
      String name = names.get(i % names.size());
      long service = (long) (300_000 * Math.exp(random.nextGaussian()));
      long lag = (long) (3_000 * Math.exp(random.nextGaussian()));
      long wait = i * 50_000L < pause ? pause - i * 50_000L : 0;
      for (String each : List.of(name, "all")) {
        record(tags, each + "/service", service);
        record(tags, each + "/response", lag + wait + service);
      }
      record(tags, "dispatch-lag", lag + wait);
    }
    return tags;
  }

  private static void record(Map<String, Histogram> tags, String tag, long nanos) {
    tags.computeIfAbsent(tag, _ -> new Histogram(3)).recordValue(nanos);
  }

  private static Interval interval(
      int second, List<String> names, Map<String, Histogram> nanosByTag) {
    Map<String, Interval.OperationInterval> operations = new LinkedHashMap<>();
    for (String name : Stream.concat(Stream.of("all"), names.stream()).toList()) {
      operations.put(
          name,
          new Interval.OperationInterval(
              PER_SECOND + 1 / 3.0,
              Latencies.ofInterval(nanosByTag.getOrDefault(name + "/response", new Histogram(3))),
              Latencies.ofInterval(nanosByTag.getOrDefault(name + "/service", new Histogram(3)))));
    }
    return new Interval(
        new Interval.Window((second + 1) * SampleRun.SECOND, SampleRun.SECOND, Phase.MEASURE),
        new Interval.LoadInterval(
            PER_SECOND,
            new Rates(
                PER_SECOND + 1 / 3.0,
                PER_SECOND + 1 / 3.0,
                PER_SECOND + 1 / 3.0,
                PER_SECOND * 1000 / 3.0),
            30,
            0,
            new Accounting(
                PER_SECOND, new Accounting.Answered(PER_SECOND, 0), Accounting.Errors.NONE, 0),
            Map.of(),
            operations),
        Latencies.ofInterval(nanosByTag.getOrDefault("dispatch-lag", new Histogram(3))),
        new Interval.Health(0.6 + 1 / 3.0, 1_200_000, 1 / 3.0, 600_000_000, 0),
        Map.of(),
        null);
  }
}
