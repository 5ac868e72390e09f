package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Latencies;
import org.plimsoll.result.Phase;
import org.plimsoll.result.Rates;
import org.plimsoll.result.RunStart;

/** Tests what a folder keeps of seconds that came late. */
class LateSecondsTest {
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path temp;

  @Test
  void whatComesLateIsReadWithTheSecondOfItsTime() throws Exception {
    Path run =
        recorded(folder -> {
          for (int second = 1; second <= 5; second++) {
            folder.interval(interval(second, 100, false), histograms(100, 1_000_000));
          }
          folder.added(interval(2, 30, true), histograms(30, 9_000_000));
          folder.added(interval(3, 40, true), histograms(40, 9_000_000));
          folder.interval(interval(6, 100, false), histograms(100, 1_000_000));
        });

    List<Long> scheduled = new ArrayList<>();
    List<Double> throughput = new ArrayList<>();
    List<Long> samples = new ArrayList<>();
    RunReplay.replay(
        run,
        (interval, nanos) -> {
          scheduled.add(interval.figures().accounting().scheduled());
          throughput.add(interval.figures().throughputPerSecond());
          samples.add(nanos.getOrDefault("all/response", new Histogram(3)).getTotalCount());
        });
    assertThat(scheduled).containsExactly(100L, 130L, 140L, 100L, 100L, 100L);
    assertThat(throughput).containsExactly(100.0, 130.0, 140.0, 100.0, 100.0, 100.0);
    assertThat(samples).containsExactly(100L, 130L, 140L, 100L, 100L, 100L);
    assertThat(IntervalFiles.last(run)).isEqualTo(interval(6, 100, false));
  }

  @Test
  void aPartThatComesBeforeTheFirstSecondIsKept() throws Exception {
    Path run =
        recorded(folder -> {
          folder.added(interval(1, 3, true), histograms(3, 9_000_000));
          folder.interval(interval(1, 100, false), histograms(100, 1_000_000));
        });

    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(run.resolve("hlog"))) {
      for (Path file :
          files.filter(each -> each.getFileName().toString().startsWith("1s-")).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    assertThat(lines).filteredOn(line -> line.startsWith("Tag=all/response,")).hasSize(2);
    assertThat(lines).filteredOn(line -> line.startsWith("#[Histogram log format")).hasSize(1);
  }

  @Test
  void aFolderWithoutLateSecondsHasNoWordOfThem() throws Exception {
    Path run =
        recorded(folder -> {
          folder.interval(interval(1, 100, false), histograms(100, 1_000_000));
        });

    assertThat(Files.readString(run.resolve(RunFolder.INTERVALS))).doesNotContain("adds");
  }

  /** The folder of a run that has started, with what is recorded in it. */
  private Path recorded(Consumer<RunFolder> what) throws IOException {
    Path run = temp.resolve("run");
    try (RunFolder folder = RunFolder.at(run)) {
      start(folder);
      what.accept(folder);
    }
    return run;
  }

  private static void start(RunFolder folder) {
    folder.started(
        new RunStart(
            "id",
            "name",
            "sim:",
            Instant.EPOCH,
            1,
            Map.of(),
            Collections.emptySortedSet(),
            SECOND));
  }

  private static Interval interval(int second, long count, boolean adds) {
    Interval.Percentiles times = Latencies.ofInterval(histogram(count, 1_000_000));
    return new Interval(
        new Interval.Window(second * SECOND, SECOND, Phase.MEASURE, adds),
        new Interval.LoadInterval(
            100,
            new Rates((double) count, count, (double) count, 0.0),
            1,
            0,
            new Accounting(count, new Accounting.Answered(count, 0), Accounting.Errors.NONE, 0),
            Map.of(),
            Map.of("all", new Interval.OperationInterval(count, times, times))),
        times,
        new Interval.Health(0.5, 0, 0, 1, 0),
        Map.of(),
        null);
  }

  private static Map<String, Histogram> histograms(long count, long nanos) {
    return Map.of("all/response", histogram(count, nanos));
  }

  private static Histogram histogram(long count, long nanos) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(nanos, count);
    return histogram;
  }
}
