package org.plimsoll.engine.telemetry;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A telemetry source that reads selected metrics from a Prometheus text page. */
final class PrometheusTelemetry implements TelemetrySource {
  private static final Duration DEADLINE = Duration.ofSeconds(4);
  private static final int PAGE_BYTES_MAX = 16 << 20;

  private final URI uri;
  private final List<Pattern> names;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(DEADLINE)
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  PrometheusTelemetry(URI uri, List<Pattern> names) {
    this.uri = uri;
    this.names = names;
  }

  @Override
  public String name() {
    return uri.getScheme() + "://" + uri.getAuthority() + uri.getPath();
  }

  @Override
  public Map<String, Double> read() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(DEADLINE)
            .header("Accept", "text/plain;version=0.0.4")
            .build();
    HttpResponse<InputStream> answer =
        client.send(request, HttpResponse.BodyHandlers.ofInputStream());
    try (InputStream body = answer.body()) {
      if (answer.statusCode() != 200) {
        throw new IOException("HTTP status " + answer.statusCode());
      }
      byte[] page = body.readNBytes(PAGE_BYTES_MAX);
      Map<String, Double> values = new LinkedHashMap<>();
      new String(page, StandardCharsets.UTF_8).lines().forEach(line -> add(line, values));
      if (values.isEmpty()) {
        throw new IOException("no metric matches " + names);
      }
      return values;
    }
  }

  private void add(String line, Map<String, Double> values) {
    PrometheusLine sample = PrometheusLine.parse(line);
    if (sample != null && names.stream().anyMatch(name -> name.matcher(sample.name()).matches())) {
      values.put(sample.series(), sample.value());
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
