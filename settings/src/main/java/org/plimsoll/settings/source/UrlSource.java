package org.plimsoll.settings.source;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.clock.Polled;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.PropertySourceSpec;
import org.plimsoll.settings.PropertyTexts;
import org.plimsoll.settings.text.SecretReference;

/**
 * A page or an object that is read over HTTP. Servers that support entity tags or dates do not send
 * unchanged content again. Redirects are not followed.
 */
final class UrlSource implements Polled<Map<String, String>> {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final PropertySourceSpec.Url spec;
  private final HostCheck hosts;
  private final HttpClient client;
  private final HttpRequest request;
  private @Nullable String tag;
  private @Nullable String modified;
  private Map<String, String> texts = Map.of();

  UrlSource(PropertySourceSpec.Url spec, HostCheck hosts) {
    this.spec = spec;
    this.hosts = hosts;
    String authorization = authorization(spec);
    // An allowed host could redirect to a host that is not allowed, or that must not receive a
    // token.
    client =
        HttpClient.newBuilder().connectTimeout(PATIENCE).followRedirects(Redirect.NEVER).build();
    HttpRequest.Builder builder =
        HttpRequest.newBuilder(withoutUser(spec.uri()))
            .timeout(PATIENCE)
            .header("Accept", "text/plain, application/yaml, application/json, */*;q=0.1");
    if (authorization != null) {
      builder.header("Authorization", authorization);
    }
    request = builder.build();
  }

  private static @Nullable String authorization(PropertySourceSpec.Url spec) {
    if (spec.token() != null) {
      return "Bearer " + SecretReference.resolved(spec.token());
    }
    String user = spec.uri().getUserInfo();
    return user == null
        ? null
        : "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8));
  }

  private static URI withoutUser(URI uri) {
    try {
      String query = uri.getRawQuery();
      int port = uri.getPort();
      return new URI(
          uri.getScheme()
              + "://"
              + uri.getHost()
              + (port < 0 ? "" : ":" + port)
              + uri.getRawPath()
              + (query == null ? "" : "?" + query));
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("must be a URL", e);
    }
  }

  @Override
  public Map<String, String> read() throws Exception {
    HttpRequest.Builder asked = HttpRequest.newBuilder(request, (_, _) -> true);
    if (tag != null) {
      asked.header("If-None-Match", tag);
    }
    if (modified != null) {
      asked.header("If-Modified-Since", modified);
    }
    hosts.reaches(PropertySources.PROPERTIES, spec.uri());
    HttpResponse<byte[]> response =
        WholeAnswer.of(
            client,
            asked.build(),
            BodyHandlers.limiting(BodyHandlers.ofByteArray(), PropertyTexts.MAX_BYTES),
            PATIENCE);
    if (response.statusCode() == 304 && (tag != null || modified != null)) {
      return texts;
    }
    if (response.statusCode() / 100 == 3) {
      throw new IOException(
          "it answered " + response.statusCode() + ", and redirects are not followed");
    }
    if (response.statusCode() != 200) {
      throw new IOException("it answered " + response.statusCode());
    }
    boolean isYaml =
        PropertyTexts.isYaml(
            response.headers().firstValue("Content-Type").orElse(""),
            String.valueOf(spec.uri().getPath()));
    texts = PropertyTexts.parse(response.body(), "it", isYaml);
    tag = response.headers().firstValue("ETag").orElse(null);
    modified = response.headers().firstValue("Last-Modified").orElse(null);
    return texts;
  }

  @Override
  public long waitNanos() {
    return spec.periodNanos();
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
