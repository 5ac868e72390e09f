package org.plimsoll.report.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.report.SampleRun;
import org.plimsoll.report.folder.RunFolder;
import org.plimsoll.report.folder.RunReader;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Phase;
import org.plimsoll.result.RecordedRun;
import org.plimsoll.result.RunStart;

class TelemetryChartsTest {
  private static final String EVIL = "x\"<script>alert(1)</script>";

  @TempDir Path folder;

  /** An interval with readings every five seconds, and none from second 30 to 60. */
  private static Interval interval(SampleRun sample, int second, boolean hasTelemetry) {
    Interval plain = sample.interval(second, Phase.MEASURE, Map.of(), 0);
    boolean isRead = hasTelemetry && second % 5 == 0 && (second < 30 || second > 60);
    Map<String, Double> telemetry =
        isRead ? Map.of("redis.used_memory_bytes", 1e6 + second, EVIL, 2.0) : Map.of();
    return new Interval(
        plain.window(),
        plain.figures(),
        plain.dispatchLagNanos(),
        plain.health(),
        plain.scenarios(),
        plain.probe(),
        plain.verdict(),
        telemetry);
  }

  private RecordedRun recorded(boolean hasTelemetry) throws Exception {
    SampleRun sample = new SampleRun(11, 1000);
    Path its = folder.resolve(hasTelemetry ? "with" : "without");
    try (RunFolder run = RunFolder.at(its)) {
      run.started(
          new RunStart(
              "id",
              "name",
              "sim:",
              Instant.parse("2026-11-21T10:00:00Z"),
              1,
              Map.of(),
              Collections.emptySortedSet(),
              0));
      for (int second = 0; second < 90; second++) {
        Map<String, Histogram> none = Map.of();
        run.interval(interval(sample, second, hasTelemetry), none);
      }
    }
    return RunReader.read(its);
  }

  @Test
  void readingsAreStoredAndDrawnWithTheirGap() throws Exception {
    RecordedRun run = recorded(true);
    List<Double> read = new ArrayList<>();
    run.intervals()
        .forEach(i -> {
          Double value = i.telemetry().get("redis.used_memory_bytes");
          if (value != null) {
            read.add(value);
          }
        });
    Map<String, String> charts = TelemetryCharts.of(run.intervals());
    String chart = Objects.requireNonNull(charts.get("redis.used_memory_bytes"));
    String line = chart.substring(chart.indexOf("class=\"line c1\" d=\""));

    assertThat(read).hasSize(11).startsWith(1e6).endsWith(1e6 + 85);
    assertThat(line.substring(0, line.indexOf("<title>")).chars().filter(c -> c == 'M').count())
        .isEqualTo(2);
    assertThat(HtmlReport.of(run))
        .contains("Telemetry of the target", "redis.used_memory_bytes")
        .doesNotContain("<script>alert");
  }

  @Test
  void nodesShareAPlotAndTheServersLatencyIsBesideTheClients() throws Exception {
    SampleRun sample = new SampleRun(12, 2000);
    Path its = folder.resolve("nodes");
    try (RunFolder run = RunFolder.at(its)) {
      run.started(
          new RunStart(
              "id",
              "name",
              "sim:",
              Instant.parse("2026-11-21T10:00:00Z"),
              1,
              Map.of(),
              Collections.emptySortedSet(),
              0));
      for (int second = 0; second < 30; second++) {
        Map<String, Histogram> tags = sample.histograms(second);
        Interval plain = sample.interval(second, Phase.MEASURE, tags, 0);
        run.interval(
            new Interval(
                plain.window(),
                plain.figures(),
                plain.dispatchLagNanos(),
                plain.health(),
                plain.scenarios(),
                plain.probe(),
                plain.verdict(),
                new Interval.Observed(
                    Map.of("cache-hits", 90L, "cache-misses", 10L, "consumed-read-units", 25L),
                    second % 5 > 0
                        ? Map.of()
                        : Map.of(
                            "redis.used_memory_bytes", 3e6,
                            "redis.used_memory_bytes{node=\"a:1\"}", 1e6,
                            "redis.used_memory_bytes{node=\"b:1\"}", 2e6,
                            "redis.command_mean_seconds", 2e-5,
                            "dynamodb.provisioned_read_units", 40.0))),
            tags);
      }
    }
    RecordedRun run = RunReader.read(its);

    assertThat(run.intervals().getFirst().counters()).containsEntry("cache-hits", 90L);
    Map<String, String> charts = TelemetryCharts.of(run.intervals());
    assertThat(charts)
        .containsOnlyKeys(
            "dynamodb.provisioned_read_units",
            "redis.command_mean_seconds",
            "redis.used_memory_bytes");
    assertThat(charts.get("redis.used_memory_bytes")).contains(">all nodes<", ">a:1<", ">b:1<");
    assertThat(ServerLatencyChart.of(run))
        .contains("server: command mean", "client: mean", "client: p99");
    Map<String, String> counters = CounterCharts.of(run.intervals());
    assertThat(counters.get("Hit ratio of cache")).contains("100 %");
    assertThat(counters.get("consumed-read-units per second")).contains(">provisioned<", "40/s");
    assertThat(HtmlReport.of(run))
        .contains("Latency of the server and the client", "Counted by the driver over time");
  }

  @Test
  void withoutReadingsFileAndPageHaveNone() throws Exception {
    RecordedRun run = recorded(false);

    assertThat(Files.readString(folder.resolve("without/intervals.jsonl")))
        .doesNotContain("telemetry");
    assertThat(TelemetryCharts.of(run.intervals())).isEmpty();
    assertThat(HtmlReport.of(run)).doesNotContain("Telemetry of the target");
  }
}
