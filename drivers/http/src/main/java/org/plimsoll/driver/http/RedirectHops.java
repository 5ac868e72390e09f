package org.plimsoll.driver.http;

import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Creates the next request of a redirect, as browsers do. GET and HEAD are followed. After a 303,
 * any method is followed as GET. Each hop is resolved and checked before it is connected, so that
 * no answer of a forbidden host is read. Credentials are not sent to another origin.
 */
final class RedirectHops implements Function<HttpClientResponse, @Nullable Future<RequestOptions>> {
  private static final Set<Integer> STATUSES = Set.of(301, 302, 303, 307, 308);
  private static final Set<String> CREDENTIALS = Set.of("authorization", "cookie");

  private final Vertx vertx;
  private final Destinations destinations;
  private final Supplier<Set<String>> secretHeaders;

  /**
   * Creates the redirect rule.
   *
   * @param secretHeaders the names of headers that are sent to their origin only, in lower case
   */
  RedirectHops(Vertx vertx, Destinations destinations, Supplier<Set<String>> secretHeaders) {
    this.vertx = vertx;
    this.destinations = destinations;
    this.secretHeaders = secretHeaders;
  }

  /** Returns null if a redirect is handled like any other answer. */
  @Override
  public @Nullable Future<RequestOptions> apply(HttpClientResponse response) {
    HttpClientRequest request = response.request();
    HttpMethod method = response.statusCode() == 303 ? HttpMethod.GET : request.getMethod();
    String location = response.getHeader(HttpHeaders.LOCATION);
    boolean isFollowed = method.equals(HttpMethod.GET) || method.equals(HttpMethod.HEAD);
    if (location == null || !isFollowed || !STATUSES.contains(response.statusCode())) {
      return null;
    }
    URI from;
    URI to;
    try {
      from = new URI(request.absoluteURI());
      to = from.resolve(new URI(location.strip()));
    } catch (URISyntaxException | IllegalArgumentException e) {
      return null;
    }
    String scheme = to.getScheme() == null ? "" : to.getScheme().toLowerCase(Locale.ROOT);
    boolean tls = scheme.equals("https");
    if (to.getHost() == null || (!tls && !scheme.equals("http"))) {
      return null;
    }
    String host = to.getHost().replaceAll("[\\[\\]]", "");
    int port = to.getPort() > 0 ? to.getPort() : tls ? 443 : 80;
    RequestOptions next =
        new RequestOptions()
            .setMethod(method)
            .setSsl(tls)
            .setHost(host)
            .setPort(port)
            .setURI(path(to))
            .setHeaders(headers(request, isSameOrigin(from, to)));
    return destinations.of(host, port, vertx.getOrCreateContext()).map(next::setServer);
  }

  private MultiMap headers(HttpClientRequest request, boolean isSameOrigin) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap().addAll(request.headers());
    headers.remove(HttpHeaders.CONTENT_LENGTH);
    headers.remove(HttpHeaders.HOST);
    if (!isSameOrigin) {
      CREDENTIALS.forEach(headers::remove);
      secretHeaders.get().forEach(headers::remove);
    }
    return headers;
  }

  private static boolean isSameOrigin(URI from, URI to) {
    return String.valueOf(from.getScheme()).equalsIgnoreCase(to.getScheme())
        && String.valueOf(from.getRawAuthority()).equalsIgnoreCase(to.getRawAuthority());
  }

  private static String path(URI to) {
    String path = to.getRawPath() == null || to.getRawPath().isEmpty() ? "/" : to.getRawPath();
    return to.getRawQuery() == null ? path : path + "?" + to.getRawQuery();
  }
}
