package org.plimsoll.metrics;

import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.InstrumentationScope;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.AggregationTemporality;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.opentelemetry.proto.metrics.v1.Gauge;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.metrics.v1.ScopeMetrics;
import io.opentelemetry.proto.metrics.v1.Sum;
import io.opentelemetry.proto.resource.v1.Resource;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.metrics.Metric.Kind;

/**
 * Sends OpenTelemetry metrics export requests, in Protocol Buffers over HTTP. All counts are
 * cumulative since the start of the run, so a lost request loses no data. Latencies are exponential
 * histograms.
 */
final class OtlpSink implements Sink {
  private static final Duration DEADLINE = Duration.ofSeconds(3);

  private final SinkSpec.Otlp spec;
  private final String token;
  private final RunMetrics metrics;
  private final HostCheck hosts;
  private final Outage outage = new Outage("otlp");
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(DEADLINE).version(HttpClient.Version.HTTP_1_1).build();
  private final Pushes pushes;

  OtlpSink(SinkSpec.Otlp spec, RunMetrics metrics, HostCheck hosts) {
    this.hosts = hosts;
    this.spec = spec;
    this.token = spec.token().reveal();
    this.metrics = metrics;
    this.pushes = new Pushes("metrics-otlp", spec.step(), this::push);
  }

  @Override
  public void begin() {
    pushes.start();
  }

  private void push() throws InterruptedException {
    Instant startedAt = metrics.startedAt();
    if (startedAt == null) {
      return;
    }
    byte[] body = request(metrics, startedAt, Instant.now()).toByteArray();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(spec.uri())
            .timeout(DEADLINE)
            .header("Content-Type", "application/x-protobuf")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    outage.send(hosts, client, request.build());
  }

  /** Creates a request with all current metrics of the run. */
  static ExportMetricsServiceRequest request(RunMetrics metrics, Instant from, Instant to) {
    Map<Metric, io.opentelemetry.proto.metrics.v1.Metric.Builder> all = new EnumMap<>(Metric.class);
    long fromNanos = unixNanos(from);
    long toNanos = unixNanos(to);
    metrics
        .cells()
        .forEach((key, cell) -> {
          Metric metric = key.metric();
          double value = cell.value();
          if (metric.kind != Kind.LAST_SECOND && !Double.isNaN(value)) {
            NumberDataPoint.Builder point =
                NumberDataPoint.newBuilder().setTimeUnixNano(toNanos).setAsDouble(value);
            attributes(key.labels().with(Map.of())).forEach(point::addAttributes);
            add(all.computeIfAbsent(metric, OtlpSink::newMetric), metric, point, fromNanos);
          }
        });
    metrics.histograms((key, histogram) ->
        all.computeIfAbsent(key.metric(), OtlpSink::newMetric)
            .getExponentialHistogramBuilder()
            .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE)
            .addDataPoints(point(key, histogram, fromNanos, toNanos)));
    ScopeMetrics.Builder scope =
        ScopeMetrics.newBuilder().setScope(InstrumentationScope.newBuilder().setName("plimsoll"));
    all.values().forEach(scope::addMetrics);
    Resource.Builder resource = Resource.newBuilder();
    resource.addAttributes(attribute("service.name", "plimsoll"));
    attributes(metrics.labels()).forEach(resource::addAttributes);
    return ExportMetricsServiceRequest.newBuilder()
        .addResourceMetrics(
            ResourceMetrics.newBuilder().setResource(resource).addScopeMetrics(scope))
        .build();
  }

  private static io.opentelemetry.proto.metrics.v1.Metric.Builder newMetric(Metric metric) {
    return io.opentelemetry.proto.metrics.v1.Metric.newBuilder()
        .setName(metric.dotted)
        .setUnit(metric.unit.ucum)
        .setDescription(metric.description);
  }

  private static void add(
      io.opentelemetry.proto.metrics.v1.Metric.Builder to,
      Metric metric,
      NumberDataPoint.Builder point,
      long fromNanos) {
    if (metric.kind == Kind.COUNTER) {
      Sum.Builder sum = to.getSumBuilder();
      sum.setIsMonotonic(true)
          .setAggregationTemporality(AggregationTemporality.AGGREGATION_TEMPORALITY_CUMULATIVE)
          .addDataPoints(point.setStartTimeUnixNano(fromNanos));
    } else {
      Gauge.Builder gauge = to.getGaugeBuilder();
      gauge.addDataPoints(point);
    }
  }

  /**
   * Converts exponential buckets. OpenTelemetry's bucket i is (b^i, b^(i+1)], one less than ours,
   * and empty buckets between others are included.
   */
  private static ExponentialHistogramDataPoint.Builder point(
      RunMetrics.Key key, CumulativeHistogram histogram, long fromNanos, long toNanos) {
    ExponentialHistogramDataPoint.Builder point =
        ExponentialHistogramDataPoint.newBuilder()
            .setStartTimeUnixNano(fromNanos)
            .setTimeUnixNano(toNanos)
            .setScale(CumulativeHistogram.SCALE)
            .setCount(histogram.count())
            .setSum(histogram.sum())
            .setZeroCount(histogram.zeros());
    attributes(key.labels().with(Map.of())).forEach(point::addAttributes);
    TreeMap<Integer, Long> counts = new TreeMap<>(histogram.exponentialCounts());
    if (!counts.isEmpty()) {
      ExponentialHistogramDataPoint.Buckets.Builder buckets = point.getPositiveBuilder();
      buckets.setOffset(counts.firstKey() - 1);
      for (int i = counts.firstKey(); i <= counts.lastKey(); i++) {
        buckets.addBucketCounts(counts.getOrDefault(i, 0L));
      }
    }
    return point;
  }

  private static List<KeyValue> attributes(Map<String, String> labels) {
    return labels.entrySet().stream().map(e -> attribute(e.getKey(), e.getValue())).toList();
  }

  private static KeyValue attribute(String key, String value) {
    return KeyValue.newBuilder()
        .setKey(key)
        .setValue(AnyValue.newBuilder().setStringValue(value))
        .build();
  }

  private static long unixNanos(Instant instant) {
    return Duration.between(Instant.EPOCH, instant).toNanos();
  }

  @Override
  public Optional<String> trouble() {
    return outage.sentence();
  }

  @Override
  public void close() {
    pushes.close();
    client.shutdownNow();
  }
}
