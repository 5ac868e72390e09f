package org.plimsoll.engine.telemetry;

import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.result.SeriesId;

/** A telemetry source that reads selected metrics from a Prometheus text page. */
final class PrometheusTelemetry implements TelemetrySource {
  private final String node;
  private final List<Pattern> names;
  private final MetricsPage page;

  /**
   * Creates a source.
   *
   * @param node label that distinguishes its series from those of other pages
   */
  PrometheusTelemetry(String node, URI uri, List<Pattern> names, HostCheck hosts) {
    this.node = node;
    this.names = names;
    this.page = new MetricsPage(uri, () -> hosts.reaches(Sources.TELEMETRY, uri));
  }

  @Override
  public String name() {
    return page.name();
  }

  @Override
  public Map<SeriesId, Double> read() throws IOException, InterruptedException {
    Map<SeriesId, Double> values = new LinkedHashMap<>();
    for (PrometheusLine line : page.read()) {
      if (names.stream().anyMatch(name -> name.matcher(line.name()).matches())) {
        values.put(SeriesId.of("", node, line.name(), line.labels()), line.value());
      }
    }
    if (values.isEmpty()) {
      throw new IOException("no metric matches " + names);
    }
    return values;
  }

  @Override
  public void close() {
    page.close();
  }
}
