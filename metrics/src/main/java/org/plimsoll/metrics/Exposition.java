package org.plimsoll.metrics;

import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.plimsoll.metrics.Metric.Kind;
import org.plimsoll.result.RunListener;

/**
 * The page that Prometheus scrapes, with one or several runs, distinguished by the label {@code
 * run}. The text formats contain classic histograms. The protobuf format, which Prometheus requests
 * when native histograms are on, contains both kinds. An ended run remains for a while, so that its
 * last second is scraped, and is then removed.
 */
public final class Exposition {
  /** Maximum number of ended runs that are kept. */
  private static final int ENDED_MAX = 20;

  /** Prometheus takes a histogram without buckets for a native one only if this is above 0. */
  private static final double ZERO_THRESHOLD = Math.scalb(1.0, -128);

  private final Duration keepsEnded;
  private final InstantSource time;

  /** The runs on the page, oldest first. Guarded by this. */
  private final List<RunMetrics> runs = new ArrayList<>();

  /**
   * Creates an empty page.
   *
   * @param keepsEnded how long a run remains after its end; a multiple of the scrape interval
   */
  public Exposition(Duration keepsEnded, InstantSource time) {
    this.keepsEnded = keepsEnded;
    this.time = time;
  }

  /** A response to a scraper. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  public record Scrape(String contentType, byte[] body) {}

  /** Adds a run to the page. The run must report to the returned listener. */
  public RunListener newRun() {
    RunMetrics run = new RunMetrics(time);
    add(run);
    return run;
  }

  synchronized void add(RunMetrics run) {
    forgetEnded(); // needed here too, because the page may never be requested
    runs.add(run);
  }

  /** Returns the number of runs that are kept. */
  synchronized int size() {
    return runs.size();
  }

  /** Removes a run that never started, and so never ends. */
  public synchronized void forget(RunListener run) {
    runs.removeIf(each -> each == run);
  }

  /** Returns the page as text, for people and {@code GET /metrics}. */
  public String text() {
    return new String(scrape(null).body(), StandardCharsets.UTF_8);
  }

  /**
   * Returns the page in the format that the scraper prefers.
   *
   * @param accept value of the Accept header; null if absent
   */
  public Scrape scrape(@Nullable String accept) {
    ExpositionFormatWriter writer =
        Stream.<ExpositionFormatWriter>of(
                new PrometheusProtobufWriter(), OpenMetricsTextFormatWriter.create())
            .filter(each -> each.accepts(accept))
            .findFirst()
            .orElseGet(PrometheusTextFormatWriter::create);
    try (ByteArrayOutputStream out = new ByteArrayOutputStream(16 << 10)) {
      writer.write(out, snapshots());
      return new Scrape(writer.getContentType(), out.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private MetricSnapshots snapshots() {
    Page page = new Page();
    current().forEach(page::add);
    return page.snapshots();
  }

  private synchronized List<RunMetrics> current() {
    forgetEnded();
    return runs.stream().filter(run -> run.startedAt() != null).toList();
  }

  private void forgetEnded() {
    Instant oldest = time.instant().minus(keepsEnded);
    runs.removeIf(run -> run.endedAt() != null && run.endedAt().isBefore(oldest));
    List<RunMetrics> ended = runs.stream().filter(run -> run.endedAt() != null).toList();
    runs.removeAll(ended.subList(0, Math.max(0, ended.size() - ENDED_MAX)));
  }

  /** Builds a page and groups all series of a metric, as Prometheus requires. */
  private static final class Page {
    private final Map<Metric, InfoSnapshot.Builder> infos = new EnumMap<>(Metric.class);
    private final Map<Metric, CounterSnapshot.Builder> counters = new EnumMap<>(Metric.class);
    private final Map<Metric, GaugeSnapshot.Builder> gauges = new EnumMap<>(Metric.class);
    private final Map<Metric, HistogramSnapshot.Builder> histograms = new EnumMap<>(Metric.class);

    void add(RunMetrics run) {
      Map<String, String> ofRun = run.labels();
      run.cells()
          .forEach((key, cell) -> {
            if (key.metric().kind != Kind.LAST_SECOND) {
              add(key.metric(), labels(key, ofRun), cell.value());
            }
          });
      run.histograms((key, histogram) ->
          histograms
              .computeIfAbsent(key.metric(), Page::newHistogram)
              .dataPoint(point(histogram, labels(key, ofRun))));
    }

    private static Labels labels(RunMetrics.Key key, Map<String, String> ofRun) {
      Map<String, String> all = key.labels().with(ofRun);
      return Labels.of(all.keySet().toArray(new String[0]), all.values().toArray(new String[0]));
    }

    private void add(Metric metric, Labels labels, double value) {
      switch (metric.kind) {
        case INFO ->
            infos
                .computeIfAbsent(
                    metric,
                    m -> InfoSnapshot.builder().name(m.prometheusBase()).help(m.description))
                .dataPoint(InfoSnapshot.InfoDataPointSnapshot.builder().labels(labels).build());
        case COUNTER ->
            counters
                .computeIfAbsent(
                    metric,
                    m -> CounterSnapshot.builder().name(m.prometheusBase()).help(m.description))
                .dataPoint(
                    CounterSnapshot.CounterDataPointSnapshot.builder()
                        .labels(labels)
                        .value(value)
                        .build());
        case GAUGE ->
            gauges
                .computeIfAbsent(
                    metric,
                    m -> GaugeSnapshot.builder().name(m.prometheusBase()).help(m.description))
                .dataPoint(
                    GaugeSnapshot.GaugeDataPointSnapshot.builder()
                        .labels(labels)
                        .value(value)
                        .build());
        case HISTOGRAM, LAST_SECOND ->
            throw new IllegalArgumentException(metric + " has no single value");
      }
    }

    private static HistogramSnapshot.Builder newHistogram(Metric metric) {
      return HistogramSnapshot.builder().name(metric.prometheusBase()).help(metric.description);
    }

    private static HistogramSnapshot.HistogramDataPointSnapshot point(
        CumulativeHistogram histogram, Labels labels) {
      double[] bounds = CumulativeHistogram.classicBounds();
      ClassicHistogramBuckets.Builder classic = ClassicHistogramBuckets.builder();
      long[] counts = histogram.classicCounts();
      for (int i = 0; i < counts.length; i++) {
        classic.bucket(i < bounds.length ? bounds[i] : Double.POSITIVE_INFINITY, counts[i]);
      }
      NativeHistogramBuckets.Builder fine = NativeHistogramBuckets.builder();
      histogram.exponentialCounts().forEach(fine::bucket);
      return HistogramSnapshot.HistogramDataPointSnapshot.builder()
          .classicHistogramBuckets(classic.build())
          .nativeSchema(CumulativeHistogram.SCALE)
          .nativeZeroCount(histogram.zeros())
          .nativeZeroThreshold(ZERO_THRESHOLD)
          .nativeBucketsForPositiveValues(fine.build())
          .sum(histogram.sum())
          .labels(labels)
          .build();
    }

    MetricSnapshots snapshots() {
      MetricSnapshots.Builder all = MetricSnapshots.builder();
      infos.values().forEach(each -> all.metricSnapshot(each.build()));
      counters.values().forEach(each -> all.metricSnapshot(each.build()));
      gauges.values().forEach(each -> all.metricSnapshot(each.build()));
      histograms.values().forEach(each -> all.metricSnapshot(Objects.requireNonNull(each.build())));
      return all.build();
    }
  }
}
