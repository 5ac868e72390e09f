package org.plimsoll.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.prometheus.metrics.expositionformats.generated.com_google_protobuf_4_33_0.Metrics;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.plimsoll.result.Accounting;
import org.plimsoll.result.EventKind;
import org.plimsoll.result.Interval;
import org.plimsoll.result.Rates;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.testkit.RealServer;

class ExpositionTest {
  private static final String PROTOBUF =
      "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited";

  /** The metric names of the table of descriptors. */
  private static final Set<String> DESCRIBED =
      Arrays.stream(Metric.values()).map(Metric::prometheusName).collect(Collectors.toSet());

  @TempDir Path folder;
  private Instant now = Instant.parse("2026-11-21T10:00:00Z");
  private final Exposition exposition = new Exposition(Duration.ofMinutes(5), () -> now);

  /**
   * Runs Prometheus' own tool, which fails on warnings of its linter as well as on invalid lines.
   */
  @Test
  void promtoolAcceptsThePage() throws Exception {
    feed(exposition.newRun(), "a1");
    feed(exposition.newRun(), "b2");
    Path page = Files.writeString(folder.resolve("page"), exposition.text());

    Process promtool =
        new ProcessBuilder(RealServer.binary("promtool"), "check", "metrics")
            .redirectInput(page.toFile())
            .redirectErrorStream(true)
            .start();
    String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(promtool.waitFor()).as(said).isZero();
    assertThat(said).isEmpty();
  }

  @Test
  void thePageHasExactlyTheDescribedMetricsExceptLastSeconds() {
    RunListener run = exposition.newRun();
    feed(run, "a1");
    run.interval(
        SampleSeconds.interval(3, Map.of("checkout", SampleSeconds.scenario()), Map.of()),
        SampleSeconds.histograms("checkout/"));
    String page = exposition.text();

    for (Metric metric : Metric.values()) {
      boolean isThere = page.contains("# TYPE " + metric.prometheusName() + " ");
      boolean isExpected = metric.kind != Metric.Kind.LAST_SECOND && metric != Metric.CLIENT_CACHED;
      assertThat(isThere).as(metric.prometheusName()).isEqualTo(isExpected);
    }
    assertThat(page.lines().filter(line -> line.startsWith("# TYPE ")))
        .allMatch(line -> DESCRIBED.contains(line.split(" ", 4)[2]));
  }

  @Test
  void countsAreThoseOfTheSecondsAndNothingIsCountedTwice() {
    feed(exposition.newRun(), "a1");
    Map<String, Double> samples = samples(exposition.text());

    assertThat(sum(samples, "plimsoll_operations_total", "")).isEqualTo(2 * 1010);
    assertThat(sum(samples, "plimsoll_operations_total", "outcome=\"timed-out\"")).isEqualTo(14);
    assertThat(sum(samples, "plimsoll_failures_total", "code=\"reset\"")).isEqualTo(6);
    assertThat(sum(samples, "plimsoll_response_seconds_count", "")).isEqualTo(2 * 1000);
    assertThat(sum(samples, "plimsoll_response_seconds_bucket", "le=\"+Inf\"")).isEqualTo(2 * 1000);
    assertThat(
            sum(samples, "plimsoll_response_seconds_bucket", "operation=\"read\",", "le=\"0.015\""))
        .isEqualTo(2 * 900);
    assertThat(
            sum(
                samples,
                "plimsoll_response_seconds_bucket",
                "operation=\"update\"",
                "le=\"0.015\""))
        .isZero();
    assertThat(sum(samples, "plimsoll_running_seconds_total", "validity=\"valid\"")).isEqualTo(2);
    assertThat(sum(samples, "plimsoll_telemetry", "reading=\"sim.queued\"", "node=\"all\""))
        .isEqualTo(12);
    assertThat(sum(samples, "plimsoll_driver_counted_total", "counter=\"cache-hits\""))
        .isEqualTo(80);
    assertThat(sum(samples, "plimsoll_events_total", "kind=\"phase\"")).isEqualTo(1);
  }

  @Test
  void namedScenariosAreNotCountedTwice() {
    RunListener run = exposition.newRun();
    run.started(SampleSeconds.start("a1"));
    Map<String, Histogram> tags = SampleSeconds.histograms();
    tags.putAll(SampleSeconds.histograms("checkout/"));
    run.interval(
        SampleSeconds.interval(1, Map.of("checkout", SampleSeconds.scenario()), Map.of()), tags);
    Map<String, Double> samples = samples(exposition.text());

    assertThat(sum(samples, "plimsoll_operations_total", "")).isEqualTo(1010);
    assertThat(sum(samples, "plimsoll_service_seconds_count", "")).isEqualTo(1000);
    assertThat(sum(samples, "plimsoll_service_seconds_count", "scenario=\"checkout\""))
        .isEqualTo(1000);
  }

  @Test
  void nativeHistogramsAreInTheProtobufForm() throws IOException {
    feed(exposition.newRun(), "a1");
    Exposition.Scrape scrape = exposition.scrape(PROTOBUF);
    ByteArrayInputStream in = new ByteArrayInputStream(scrape.body());
    long observed = 0;
    long inNative = 0;
    for (Metrics.MetricFamily family = Metrics.MetricFamily.parseDelimitedFrom(in);
        family != null;
        family = Metrics.MetricFamily.parseDelimitedFrom(in)) {
      if (family.getName().equals("plimsoll_service_seconds")) {
        for (Metrics.Metric metric : family.getMetricList()) {
          observed += metric.getHistogram().getSampleCount();
          assertThat(metric.getHistogram().getSchema()).isEqualTo(CumulativeHistogram.SCALE);
          assertThat(metric.getHistogram().getBucketList()).isNotEmpty();
          // Without it Prometheus treats the whole family as classic if one series has no buckets.
          assertThat(metric.getHistogram().getZeroThreshold()).isPositive();
          long inBucket = 0;
          for (long delta : metric.getHistogram().getPositiveDeltaList()) {
            inBucket += delta;
            inNative += inBucket;
          }
        }
      }
    }

    assertThat(scrape.contentType()).startsWith("application/vnd.google.protobuf");
    assertThat(observed).isEqualTo(2000);
    assertThat(inNative).isEqualTo(2000);
  }

  @Test
  void runsAreDistinguishedAndEndedOnesAreRemovedLater() {
    RunListener first = exposition.newRun();
    feed(first, "a1");
    feed(exposition.newRun(), "b2");
    first.finished(SampleSeconds.summary());
    assertThat(exposition.text()).contains("run=\"a1\"").contains("run=\"b2\"");

    now = now.plus(Duration.ofMinutes(6));

    assertThat(exposition.text()).doesNotContain("run=\"a1\"").contains("run=\"b2\"");
  }

  @Test
  void thePageIsBoundedForAnyNumberOfEndedRuns() {
    for (int i = 0; i < 200; i++) {
      RunListener run = exposition.newRun();
      feed(run, "r" + i);
      run.finished(SampleSeconds.summary());
    }
    String page = exposition.text();

    assertThat(page).contains("run=\"r199\"").doesNotContain("run=\"r150\"");
    assertThat(page.length()).isLessThan(2_000_000);
  }

  @Test
  void endedRunsAreForgottenAlsoIfNobodyAsksForThePage() {
    for (int i = 0; i < 100; i++) {
      RunListener run = exposition.newRun();
      feed(run, "run" + i);
      run.finished(SampleSeconds.summary());
    }

    assertThat(exposition.size()).isEqualTo(21);
  }

  @Test
  void theNumberOfFailureCodesIsBounded() {
    RunMetrics metrics = new RunMetrics(InstantSource.system());
    metrics.started(SampleSeconds.start("a1"));
    for (int i = 0; i < 300; i++) {
      metrics.interval(
          SampleSeconds.interval(
              i,
              Map.of(
                  "s",
                  new Interval.LoadInterval(
                      1,
                      new Rates(1.0, 1, 1.0, null),
                      0,
                      0,
                      new Accounting(
                          1, new Accounting.Answered(0, 0), new Accounting.Errors(1, 0, 0, 0), 0),
                      Map.of("code-" + i, 1L),
                      Map.of())),
              Map.of()),
          Map.of());
    }

    assertThat(metrics.cells().keySet().stream().filter(k -> k.metric() == Metric.FAILURES).count())
        .isLessThanOrEqualTo(51);
    assertThat(
            metrics.cells().entrySet().stream()
                .filter(e -> e.getKey().metric() == Metric.FAILURES)
                .mapToDouble(e -> e.getValue().value())
                .sum())
        .isEqualTo(300);
  }

  @Test
  void aTargetNameRemainsOneLabel() {
    RunListener run = exposition.newRun();
    run.started(
        new RunStart(
            "a1",
            "n",
            "x\"} 1\ny\\{",
            Instant.EPOCH,
            1,
            Map.of(),
            Collections.emptySortedSet(),
            0));
    run.event(new RunEvent(0, EventKind.PHASE, "<script>"));

    assertThat(exposition.text()).contains("target=\"x\\\"} 1\\ny\\\\{\"");
  }

  private static void feed(RunListener run, String id) {
    run.started(SampleSeconds.start(id));
    run.event(new RunEvent(0, EventKind.PHASE, "measure begins"));
    run.interval(SampleSeconds.interval(1), SampleSeconds.histograms());
    run.interval(SampleSeconds.interval(2), SampleSeconds.histograms());
  }

  private static Map<String, Double> samples(String page) {
    Map<String, Double> samples = new HashMap<>();
    page.lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(line -> {
          int blank = line.lastIndexOf(' ');
          samples.put(line.substring(0, blank), Double.valueOf(line.substring(blank + 1)));
        });
    return samples;
  }

  private static double sum(Map<String, Double> samples, String name, String... with) {
    return samples.entrySet().stream()
        .filter(sample -> sample.getKey().startsWith(name + "{"))
        .filter(sample -> Arrays.stream(with).allMatch(sample.getKey()::contains))
        .mapToDouble(Map.Entry::getValue)
        .sum();
  }
}
