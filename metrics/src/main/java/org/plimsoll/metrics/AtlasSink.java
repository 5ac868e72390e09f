package org.plimsoll.metrics;

import com.netflix.spectator.api.DefaultRegistry;
import com.netflix.spectator.api.Id;
import com.netflix.spectator.api.Registry;
import com.netflix.spectator.api.Statistic;
import com.netflix.spectator.api.histogram.PercentileBuckets;
import com.netflix.spectator.atlas.AtlasConfig;
import io.micrometer.atlas.AtlasMeterRegistry;
import io.micrometer.core.instrument.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.SinkSpec;
import org.plimsoll.metrics.Metric.Kind;

/**
 * Sends metrics to Netflix Atlas through Micrometer's registry. Latencies are in the form that
 * Atlas' {@code :percentiles} sums: a counter per fixed bucket, tagged {@code percentile=T00AB}.
 */
final class AtlasSink implements Sink {
  private final RunMetrics metrics;
  private final Registry debug = new DefaultRegistry();
  private final AtlasMeterRegistry registry;
  private int registered;

  /** The reason why sending has stopped; null while the host is allowed. */
  private volatile @Nullable String refused;

  AtlasSink(SinkSpec.Atlas spec, RunMetrics metrics, HostCheck hosts) {
    this.metrics = metrics;
    AtlasConfig config =
        new AtlasConfig() {
          @Override
          public @Nullable String get(String key) {
            return null;
          }

          // Called before each transfer, which checks the host again.
          @Override
          public boolean enabled() {
            try {
              hosts.reaches(Outage.METRICS, spec.uri());
              refused = null;
            } catch (InvalidSpecException e) {
              refused = e.getMessage();
            }
            return refused == null;
          }

          @Override
          public String uri() {
            return spec.uri().toString();
          }

          @Override
          public Duration step() {
            return spec.step();
          }

          @Override
          public Duration lwcStep() {
            return spec.step();
          }

          @Override
          public Duration connectTimeout() {
            return Duration.ofSeconds(1);
          }

          @Override
          public Duration readTimeout() {
            return Duration.ofSeconds(3);
          }

          @Override
          public Registry debugRegistry() {
            return debug;
          }
        };
    registry = new AtlasMeterRegistry(config, Clock.SYSTEM);
  }

  @Override
  public void second(Map<RunMetrics.Key, Histogram> nanos) {
    List<Map.Entry<RunMetrics.Key, RunMetrics.Cell>> fresh = metrics.cellsFrom(registered);
    for (Map.Entry<RunMetrics.Key, RunMetrics.Cell> entry : fresh) {
      if (entry.getKey().metric().kind != Kind.LAST_SECOND) {
        MicrometerSink.register(registry, metrics, entry.getKey(), entry.getValue());
      }
    }
    registered += fresh.size();
    nanos.forEach(this::count);
  }

  private void count(RunMetrics.Key key, Histogram nanos) {
    Registry spectator = registry.getSpectatorRegistry();
    Id id =
        spectator
            .createId(key.metric().dotted)
            .withTags(key.labels().with(metrics.labels()))
            .withTag(Statistic.percentile);
    for (HistogramIterationValue value : nanos.recordedValues()) {
      int bucket = PercentileBuckets.indexOf(value.getValueIteratedTo());
      spectator
          .counter(id.withTag("percentile", String.format(Locale.ROOT, "T%04X", bucket)))
          .add((double) value.getCountAddedInThisIterationStep());
    }
  }

  @Override
  public Optional<String> trouble() {
    String why = refused;
    if (why != null) {
      return Optional.of("atlas was not sent to: " + why);
    }
    double dropped = 0;
    double sent = 0;
    for (com.netflix.spectator.api.Measurement each :
        (Iterable<com.netflix.spectator.api.Measurement>) debug.measurements()::iterator) {
      if (each.id().name().equals("spectator.measurements")) {
        boolean isSent =
            "sent".equals(com.netflix.spectator.api.Utils.getTagValue(each.id(), "id"));
        sent += isSent ? each.value() : 0;
        dropped += isSent ? 0 : each.value();
      }
    }
    return dropped == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "atlas did not accept %,.0f of %,.0f measurements",
                dropped,
                dropped + sent));
  }

  @Override
  public void close() {
    registry.close();
  }
}
