package org.plimsoll.engine.telemetry;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** A page of metrics in the text format of Prometheus. */
final class MetricsPage implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(4);
  private static final int PAGE_BYTES_MAX = 16 << 20;

  private final URI uri;
  private final Runnable allowed;
  private final HttpClient client =
      HttpClient.newBuilder()
          .connectTimeout(DEADLINE)
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .build();

  /**
   * Creates a page.
   *
   * @param allowed throws an exception if the page's host is no longer allowed
   */
  MetricsPage(URI uri, Runnable allowed) {
    this.uri = uri;
    this.allowed = allowed;
  }

  /** Returns the URL without user and query, which may contain secrets. */
  String name() {
    return uri.getScheme() + "://" + uri.getHost() + port() + uri.getPath();
  }

  private String port() {
    return uri.getPort() < 0 ? "" : ":" + uri.getPort();
  }

  /** Reads all samples of the page in order. */
  List<PrometheusLine> read() throws IOException, InterruptedException {
    allowed.run();
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
      return new String(page, StandardCharsets.UTF_8)
          .lines()
          .map(PrometheusLine::parse)
          .filter(Objects::nonNull)
          .toList();
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
