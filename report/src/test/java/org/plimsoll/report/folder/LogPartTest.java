package org.plimsoll.report.folder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.io.IOException;
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
}
