package org.plimsoll.metrics;

import java.net.HttpURLConnection;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.result.FindingCode;
import org.plimsoll.result.Interval;
import org.plimsoll.result.RunEvent;
import org.plimsoll.result.RunListener;
import org.plimsoll.result.RunStart;
import org.plimsoll.result.Severity;
import org.plimsoll.result.Summary;

/**
 * Sends a run's metrics, events and notices to the sinks of a spec. Each sink sends on its own
 * threads. The run itself only adds up the counts of each second, at a cost that does not depend on
 * the number of operations.
 */
public final class MetricsOut implements RunListener, AutoCloseable {
  private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(8);

  private final RunMetrics metrics = new RunMetrics(InstantSource.system());
  private final List<Open> sinks = new CopyOnWriteArrayList<>();
  private final HostCheck hosts;

  /** Null before the start of the run. Guarded by this. */
  private @Nullable RunStart start;

  /** An open sink with its spec. */
  private record Open(SinkSpec spec, Sink sink) {}

  static {
    // Some libraries send with this client. By default, it would follow a redirect to any host.
    HttpURLConnection.setFollowRedirects(false);
  }

  private MetricsOut(HostCheck hosts) {
    this.hosts = hosts;
  }

  /**
   * Opens the sinks without sending anything.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException when a port is in use or a secret is
   *     missing
   */
  public static MetricsOut open(List<SinkSpec> specs) {
    return open(specs, HostCheck.ANY);
  }

  /**
   * Opens the sinks without sending anything.
   *
   * @param hosts decides which hosts sinks may connect to
   * @throws org.plimsoll.engine.spec.InvalidSpecException when a port is in use, a secret is
   *     missing, or an address is not allowed
   */
  public static MetricsOut open(List<SinkSpec> specs, HostCheck hosts) {
    MetricsOut out = new MetricsOut(hosts);
    try {
      specs.forEach(spec -> out.sinks.add(new Open(spec, out.sink(spec))));
    } catch (RuntimeException e) {
      out.close();
      throw e;
    }
    return out;
  }

  /**
   * Replaces the sinks during a run. A sink with the same spec remains open; a new sink starts with
   * the current totals.
   *
   * @throws org.plimsoll.engine.spec.InvalidSpecException if a sink cannot be opened; then nothing
   *     changes
   */
  public synchronized void change(List<SinkSpec> specs) {
    List<Open> next = new ArrayList<>();
    List<Open> left = new ArrayList<>(sinks);
    List<Open> fresh = new ArrayList<>();
    try {
      for (SinkSpec spec : specs) {
        Optional<Open> known = left.stream().filter(open -> open.spec().equals(spec)).findFirst();
        known.ifPresent(left::remove);
        if (known.isEmpty()) {
          fresh.add(new Open(spec, sink(spec)));
        }
        next.add(known.orElseGet(fresh::getLast));
      }
    } catch (RuntimeException e) {
      close(fresh);
      throw e;
    }
    RunStart started = start;
    if (started != null) {
      fresh.forEach(open -> begin(open.sink(), started));
    }
    sinks.clear();
    sinks.addAll(next);
    close(left);
  }

  private static void begin(Sink sink, RunStart start) {
    sink.started(start);
    sink.begin();
  }

  private Sink sink(SinkSpec spec) {
    return switch (spec) {
      case SinkSpec.Prometheus prometheus -> new PrometheusSink(prometheus, metrics);
      case SinkSpec.Otlp otlp -> new OtlpSink(otlp, metrics, hosts);
      case SinkSpec.Atlas atlas -> new AtlasSink(atlas, metrics, hosts);
      case SinkSpec.Statsd statsd -> MicrometerSink.of(statsd, metrics, hosts);
      case SinkSpec.Graphite graphite -> MicrometerSink.of(graphite, metrics, hosts);
      case SinkSpec.Influx influx -> MicrometerSink.of(influx, metrics, hosts);
      case SinkSpec.Grafana grafana -> new GrafanaSink(grafana, metrics, hosts);
      case SinkSpec.Webhook webhook -> new WebhookSink(webhook, hosts);
    };
  }

  @Override
  public synchronized void started(RunStart runStart) {
    start = runStart;
    metrics.started(runStart);
    sinks.forEach(open -> begin(open.sink(), runStart));
  }

  @Override
  public void interval(Interval interval, Map<String, Histogram> histograms) {
    metrics.interval(interval, histograms);
    sinks.forEach(open -> open.sink().second(metrics.lastSecond()));
  }

  @Override
  public void event(RunEvent event) {
    metrics.event(event);
    sinks.forEach(open -> open.sink().event(event));
  }

  @Override
  public Optional<Summary.Finding> trouble() {
    List<String> sentences =
        sinks.stream().flatMap(open -> open.sink().trouble().stream()).toList();
    return sentences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Summary.Finding(
                FindingCode.METRICS_NOT_SENT, Severity.INFO, String.join("; ", sentences)));
  }

  @Override
  public void finished(Summary summary) {
    metrics.finished(summary);
    sinks.forEach(open -> open.sink().finished(summary));
  }

  @Override
  public void failed(String problem) {
    sinks.forEach(open -> open.sink().failed(problem));
  }

  /** Sends the remaining data to all sinks in parallel, without waiting for stalled sinks. */
  @Override
  public void close() {
    close(sinks);
  }

  private static void close(List<Open> sinks) {
    List<Thread> closing =
        sinks.stream()
            .map(open -> Thread.ofPlatform().daemon().name("metrics-end").start(open.sink()::close))
            .toList();
    long endNanos = System.nanoTime() + CLOSE_NANOS;
    try {
      for (Thread each : closing) {
        each.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Passes each sink to a consumer, for tests. */
  void eachSink(Consumer<Sink> consumer) {
    sinks.forEach(open -> consumer.accept(open.sink()));
  }
}
