package org.plimsoll.engine.telemetry;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.result.SeriesId;

/**
 * A telemetry source for the processor, memory, network and disk of a host, read from its
 * Prometheus node exporter. If the page has metrics of a Java process, it also reads heap and
 * garbage collection.
 */
final class HostTelemetry implements TelemetrySource {
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]", "::1");

  private final String node;
  private final boolean isLoopback;
  private final MetricsPage page;
  private @Nullable HostPage previous;

  HostTelemetry(String node, InetSocketAddress address, HostCheck hosts) {
    this.node = node;
    this.isLoopback = LOOPBACK.contains(address.getHostString());
    String host = HostPort.of(address).toString();
    this.page =
        new MetricsPage(
            URI.create("http://" + host + "/metrics"),
            () -> hosts.reaches(Sources.TELEMETRY, URI.create("hosts://" + host)));
  }

  @Override
  public String name() {
    return page.name();
  }

  @Override
  public Map<SeriesId, Double> read() throws IOException, InterruptedException {
    HostPage now = HostPage.of(page.read(), isLoopback);
    Map<SeriesId, Double> values = new LinkedHashMap<>();
    now.gauges().forEach((name, value) -> values.put(id(name), value));
    HostPage before = previous;
    if (before != null) {
      now.sharesSince(before).forEach((name, value) -> values.put(id(name), value));
    }
    previous = now;
    if (values.isEmpty()) {
      throw new IOException("the page has no metrics of a node exporter or a Java process");
    }
    return values;
  }

  private SeriesId id(String name) {
    int dot = name.indexOf('.');
    return SeriesId.of(name.substring(0, dot), node, name.substring(dot + 1));
  }

  @Override
  public void close() {
    page.close();
  }
}
