package org.plimsoll.discovery;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.TlsSettings;
import org.plimsoll.engine.spec.ForbiddenAddresses;
import org.plimsoll.engine.spec.HostCheck;
import org.plimsoll.engine.spec.ParsedSettings;
import org.plimsoll.settings.source.WholeAnswer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * An HTTP client whose hosts are checked before each request. Responses are limited in time and
 * size, and redirects are not followed.
 */
final class CheckedHttp implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long MAX_BYTES = 64L << 20;
  private static final JsonMapper JSON = JsonMapper.shared();

  private final HostCheck hosts;
  private final boolean readsMetadata;
  private final HttpClient client;

  private CheckedHttp(HostCheck hosts, boolean readsMetadata, @Nullable SSLContext tls) {
    this.hosts = hosts;
    this.readsMetadata = readsMetadata;
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            // An allowed host could redirect to one that is not allowed, or that must not see a
            // token.
            .followRedirects(Redirect.NEVER);
    if (tls != null) {
      builder.sslContext(tls);
    }
    client = builder.build();
  }

  static CheckedHttp of(HostCheck hosts) {
    return new CheckedHttp(hosts, false, null);
  }

  /** Creates a client that may also read the metadata of this instance. */
  static CheckedHttp ofInstance(HostCheck hosts) {
    return new CheckedHttp(hosts, true, null);
  }

  /**
   * Creates a client that trusts certain CA certificates.
   *
   * @param authorities PEM file; empty = the CA certificates of the JDK
   * @throws IllegalArgumentException if the file contains no certificates
   */
  static CheckedHttp trusting(HostCheck hosts, String authorities) {
    try {
      TrustManagerFactory trust =
          TlsSettings.trust(
              ParsedSettings.of(
                  List.of(TlsSettings.AUTHORITIES),
                  Map.of(TlsSettings.AUTHORITIES.name(), authorities)));
      if (trust == null) {
        return of(hosts);
      }
      SSLContext tls = SSLContext.getInstance("TLS");
      tls.init(null, trust.getTrustManagers(), null);
      return new CheckedHttp(hosts, false, tls);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  /** A response with its status. */
  record Answer(int status, HttpResponse<byte[]> response) {
    /** Parses the body as JSON. */
    JsonNode json() throws IOException {
      try {
        return JSON.readTree(response.body());
      } catch (JacksonException e) {
        throw new IOException("the answer is not JSON", e);
      }
    }

    String text() {
      return new String(response.body(), StandardCharsets.UTF_8);
    }

    /** Returns this response, which must have a success status. */
    Answer required() throws IOException {
      if (status / 100 != 2) {
        throw new IOException("it answered " + status);
      }
      return this;
    }
  }

  /** Percent-encodes a text for a path or a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns the address of a path with its query, relative to a service. */
  static URI below(URI service, String path) {
    return URI.create(service.toString().replaceFirst("/+$", "") + path);
  }

  /** Sends a request and waits for the whole response. */
  Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    return send(request, PATIENCE);
  }

  Answer send(HttpRequest.Builder request, Duration patience)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> response =
        send(request, patience, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_BYTES));
    return new Answer(response.statusCode(), response);
  }

  /** Sends a request, and waits until its response has been handled. */
  <T> HttpResponse<T> send(HttpRequest.Builder builder, Duration patience, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    HttpRequest request = builder.build();
    check(request.uri());
    return WholeAnswer.of(client, request, handler, patience);
  }

  private static InetAddress[] addresses(String host) throws IOException {
    try {
      return InetAddress.getAllByName(host);
    } catch (UnknownHostException e) {
      throw new IOException("the host " + host + " has no address", e);
    }
  }

  private void check(URI uri) throws IOException {
    hosts.reaches(Access.SETTING, uri);
    if (readsMetadata) {
      return;
    }
    for (InetAddress address : addresses(uri.getHost())) {
      if (ForbiddenAddresses.contain(address)) {
        throw new IllegalArgumentException(
            "must not be at a link-local or metadata address, which "
                + address.getHostAddress()
                + " is");
      }
    }
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
