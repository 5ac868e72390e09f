package org.plimsoll.driver.dynomite;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.plimsoll.api.Causes;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;

/** Reads from the HTTP admin ports of nodes. Checks each host before it connects. */
final class AdminPort implements AutoCloseable {
  private final DriverContext context;
  private final Duration patience;
  private final HttpClient http;

  AdminPort(DriverContext context, Duration patience) {
    this.context = context;
    this.patience = patience;
    // The wait for an answer also limits the connection.
    http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  }

  /**
   * Returns the text at a path.
   *
   * @throws IOException if the port cannot be read; the message is one sentence with the address
   */
  String get(HostPort address, String path) throws IOException, InterruptedException {
    InetAddress resolved = context.resolve(address.host(), address.port())[0];
    HostPort checked = new HostPort(resolved.getHostAddress(), address.port());
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + checked + path)).build();
    HttpResponse<String> response = answer(address, request);
    if (response.statusCode() != 200) {
      throw new IOException(
          "the admin port " + address + " answered " + path + " with " + response.statusCode());
    }
    return response.body();
  }

  /**
   * Sends a request and limits the wait for the whole answer. The timeout of the library covers
   * only the headers.
   */
  private HttpResponse<String> answer(HostPort address, HttpRequest request)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<String>> answer =
        http.sendAsync(request, HttpResponse.BodyHandlers.ofString());
    try {
      return answer.get(patience.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException(
          "the admin port " + address + " has not answered within " + patience.toMillis() + " ms",
          e);
    } catch (ExecutionException e) {
      String root = Causes.root(e).getMessage();
      String reason = root == null ? "connection refused" : root.toLowerCase(Locale.ROOT);
      throw new IOException("the admin port " + address + " cannot be used: " + reason, e);
    } finally {
      boolean _ = answer.cancel(true); // This closes the connection of the request.
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
