package org.plimsoll.report.folder;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.result.Phase;

final class LogPartTest {
  @TempDir Path temp;

  @Test
  void latenciesWithTwoDigitsAreReadWithoutBias() throws IOException {
    List<TierShape> soonForgotten =
        List.of(new TierShape(1, 10, 1, 3), new TierShape(10, 10, 90, 2));
    SampleRun sample = new SampleRun(1, 1);
    Random random = new Random(3);
    Histogram truth = new Histogram(3);
    try (HistogramLog log = new HistogramLog(temp, 1_763_719_200_123L, soonForgotten)) {
      for (int second = 0; second < 100; second++) {
        Histogram nanos = new Histogram(3);
        for (int i = 0; i < 1000; i++) {
          nanos.recordValue(1_000_000 + random.nextInt(1_000_000));
        }
        Map<String, Histogram> tags = Map.of("all/service", nanos);
        log.add(sample.interval(second, Phase.MEASURE, tags, 0), tags);
        if (second < 90) {
          truth.add(nanos);
        }
      }
    }

    Histogram read = new Histogram(3);
    for (LogPart part : LogPart.in(temp)) {
      if (part.segment().cellSeconds() == 10) {
        part.forEachHistogram(read::add);
      }
    }
    assertThat(read.getTotalCount()).isEqualTo(90_000);
    assertThat(read.getMean() * 1000).isCloseTo(truth.getMean(), withPercentage(0.1));
    for (double percent : new double[] {10, 50, 90, 99}) {
      assertThat(read.getValueAtPercentile(percent) * 1000.0)
          .isCloseTo((double) truth.getValueAtPercentile(percent), withPercentage(0.5));
    }
  }

  @Test
  void aRangeIsReadFromTheFilesThatHaveIt() throws IOException {
    Path folder = Files.createDirectories(temp.resolve(RunFolder.HLOG));
    SampleRun sample = new SampleRun(1, 1);
    try (HistogramLog log =
        new HistogramLog(folder, 1_763_719_200_123L, List.of(new TierShape(1, 10, 90, 3)))) {
      for (int second = 0; second < 40; second++) {
        Histogram nanos = new Histogram(3);
        nanos.recordValueWithCount(2_000_000, second + 1);
        Map<String, Histogram> tags = Map.of("all/response", nanos);
        log.add(sample.interval(second, Phase.MEASURE, tags, 0), tags);
      }
    }

    assertThat(LogPart.between(folder, 12, 15).stream().map(LogPart::startSecond))
        .containsExactly(10L);
    Histogram read =
        requireNonNull(
            RunReplay.between(temp, 12_000_000_000L, 15_000_000_000L).get("all/response"));
    assertThat(read.getTotalCount()).isEqualTo(13 + 14 + 15);
    assertThat(read.getMean()).isCloseTo(2_000_000, withPercentage(0.2));
    assertThat(RunReplay.between(temp, 50_000_000_000L, 60_000_000_000L)).isEmpty();
  }
}
