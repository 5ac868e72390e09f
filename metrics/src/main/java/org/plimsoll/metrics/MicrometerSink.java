package org.plimsoll.metrics;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.graphite.GraphiteReporter;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.util.HierarchicalNameMapper;
import io.micrometer.graphite.GraphiteConfig;
import io.micrometer.graphite.GraphiteDimensionalNameMapper;
import io.micrometer.graphite.GraphiteMeterRegistry;
import io.micrometer.influx.InfluxApiVersion;
import io.micrometer.influx.InfluxConfig;
import io.micrometer.influx.InfluxMeterRegistry;
import io.micrometer.statsd.StatsdConfig;
import io.micrometer.statsd.StatsdFlavor;
import io.micrometer.statsd.StatsdMeterRegistry;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.SinkSpec;

/**
 * Sends metrics through Micrometer to systems without histograms. Its registries read counters and
 * gauges at their own interval. The names of the percentiles say that they cover only the last
 * second.
 */
final class MicrometerSink implements Sink {
  private static final Duration DEADLINE = Duration.ofSeconds(3);

  private final RunMetrics metrics;
  private final MeterRegistry registry;
  private final Outage outage;
  private final Runnable lastReport;
  private int registered;

  private MicrometerSink(
      RunMetrics metrics, MeterRegistry registry, Outage outage, Runnable lastReport) {
    this.metrics = metrics;
    this.registry = registry;
    this.outage = outage;
    this.lastReport = lastReport;
  }

  /** Creates a sink for a StatsD daemon. Lost datagrams go unnoticed. */
  static MicrometerSink of(SinkSpec.Statsd spec, RunMetrics metrics, HostCheck hosts) {
    StatsdConfig config =
        new StatsdConfig() {
          @Override
          public @Nullable String get(String key) {
            return null;
          }

          @Override
          public StatsdFlavor flavor() {
            return StatsdFlavor.valueOf(spec.flavour().name());
          }

          // Called before each connection, which checks the host again.
          @Override
          public String host() {
            hosts.reaches(Outage.METRICS, uri(spec.name(), spec.address()));
            return spec.address().getHostString();
          }

          @Override
          public int port() {
            return spec.address().getPort();
          }

          @Override
          public Duration pollingFrequency() {
            return spec.step();
          }
        };
    return new MicrometerSink(
        metrics, new StatsdMeterRegistry(config, Clock.SYSTEM), new Outage(spec.name()), () -> {});
  }

  /** Creates a sink for Graphite, with tags, which exist since Graphite 1.1. */
  static MicrometerSink of(SinkSpec.Graphite spec, RunMetrics metrics, HostCheck hosts) {
    GraphiteConfig config =
        new GraphiteConfig() {
          @Override
          public @Nullable String get(String key) {
            return null;
          }

          @Override
          public Duration step() {
            return spec.step();
          }
        };
    Outage outage = new Outage(spec.name());
    URI address = uri(spec.name(), spec.address());
    MetricRegistry dropwizard = new MetricRegistry();
    GraphiteReporter reporter =
        GraphiteReporter.forRegistry(dropwizard)
            .convertRatesTo(TimeUnit.SECONDS)
            .convertDurationsTo(TimeUnit.SECONDS)
            .build(new WatchedGraphite(spec.address(), address, hosts, outage));
    HierarchicalNameMapper names = new GraphiteDimensionalNameMapper();
    return new MicrometerSink(
        metrics,
        new GraphiteMeterRegistry(config, Clock.SYSTEM, names, dropwizard, reporter),
        outage,
        reporter::report);
  }

  /** Creates a sink for InfluxDB, version 2 if an organization is given, otherwise version 1. */
  static MicrometerSink of(SinkSpec.Influx spec, RunMetrics metrics, HostCheck hosts) {
    String token = spec.token().reveal();
    InfluxConfig config =
        new InfluxConfig() {
          @Override
          public @Nullable String get(String key) {
            return null;
          }

          @Override
          public String uri() {
            return spec.uri().toString();
          }

          @Override
          public String db() {
            return spec.bucket();
          }

          @Override
          public String bucket() {
            return spec.bucket();
          }

          @Override
          public @Nullable String org() {
            return spec.org().isEmpty() ? null : spec.org();
          }

          @Override
          public @Nullable String token() {
            return token.isEmpty() ? null : token;
          }

          @Override
          public InfluxApiVersion apiVersion() {
            return spec.org().isEmpty() ? InfluxApiVersion.V1 : InfluxApiVersion.V2;
          }

          @Override
          public boolean autoCreateDb() {
            return false;
          }

          @Override
          public Duration step() {
            return spec.step();
          }
        };
    Outage outage = new Outage(spec.name());
    return new MicrometerSink(
        metrics,
        InfluxMeterRegistry.builder(config)
            .clock(Clock.SYSTEM)
            .httpClient(new WatchedHttp(DEADLINE, hosts, outage))
            .build(),
        outage,
        () -> {});
  }

  /** Returns a URI for a sink that is given as host and port, which the host check requires. */
  private static URI uri(String scheme, InetSocketAddress address) {
    return URI.create(scheme + "://" + HostPort.of(address));
  }

  @Override
  public void second(Map<RunMetrics.Key, Histogram> nanos) {
    List<Map.Entry<RunMetrics.Key, RunMetrics.Cell>> fresh = metrics.cellsFrom(registered);
    fresh.forEach(entry -> register(registry, metrics, entry.getKey(), entry.getValue()));
    registered += fresh.size();
  }

  /** Registers a meter that reads the cell on demand. */
  static void register(
      MeterRegistry registry, RunMetrics metrics, RunMetrics.Key key, RunMetrics.Cell cell) {
    Metric metric = key.metric();
    List<Tag> tags =
        key.labels().with(metrics.labels()).entrySet().stream()
            .map(label -> Tag.of(label.getKey(), label.getValue()))
            .toList();
    switch (metric.kind) {
      case COUNTER ->
          FunctionCounter.builder(metric.nameWithUnit(), cell, RunMetrics.Cell::value)
              .tags(tags)
              .description(metric.description)
              .register(registry);
      case INFO, GAUGE, LAST_SECOND ->
          Gauge.builder(metric.nameWithUnit(), cell, RunMetrics.Cell::value)
              .tags(tags)
              .description(metric.description)
              .register(registry);
      case HISTOGRAM -> throw new IllegalArgumentException(metric + " is not a single number");
    }
  }

  @Override
  public Optional<String> trouble() {
    return outage.sentence();
  }

  @Override
  public void close() {
    lastReport.run();
    registry.close();
  }
}
