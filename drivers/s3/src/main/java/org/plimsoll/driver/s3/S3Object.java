package org.plimsoll.driver.s3;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Redirect;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.custom.ObjectStore.StoredObject;

/**
 * An object of a property source. It is requested with its entity tag, so that an unchanged object
 * is not sent again. Redirects are not followed, because the credentials are meant for the host
 * that the user has set.
 */
final class S3Object implements StoredObject {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final S3Place place;
  private final SignedRequests requests;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(PATIENCE).followRedirects(Redirect.NEVER).build();
  private @Nullable String tag;
  private String mediaType = "";

  S3Object(S3Place place, SignedRequests requests) {
    this.place = place;
    this.requests = requests;
  }

  @Override
  public Optional<byte[]> read(int mostBytes) throws IOException, InterruptedException {
    Map<String, String> headers = tag == null ? Map.of() : Map.of("If-None-Match", tag);
    HttpRequest request = requests.get(place.url(), place.region(), headers, PATIENCE);
    HttpResponse<byte[]> answer = answer(request, mostBytes);
    if (answer.statusCode() == 304 && tag != null) {
      return Optional.empty();
    }
    if (answer.statusCode() != 200) {
      throw new IOException(Refusal.sentence(place, answer));
    }
    tag = answer.headers().firstValue("ETag").orElse(null);
    mediaType = answer.headers().firstValue("Content-Type").orElse("");
    return Optional.of(answer.body());
  }

  /**
   * Waits for the whole answer with a timeout. The client's own timeout covers only the headers.
   */
  private HttpResponse<byte[]> answer(HttpRequest request, int mostBytes)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<byte[]>> future =
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), mostBytes));
    try {
      return future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException(place.host() + " did not answer within 10s", e);
    } catch (ExecutionException e) {
      throw new IOException(
          "it cannot be read from " + place.host() + " (" + reason(e.getCause()) + ")", e);
    } finally {
      future.cancel(true);
    }
  }

  private static String reason(@Nullable Throwable cause) {
    if (cause instanceof ConnectException) {
      return "no connection";
    }
    String message = cause == null ? null : cause.getMessage();
    return message == null ? "the connection was lost" : message;
  }

  @Override
  public String mediaType() {
    return mediaType;
  }

  @Override
  public void close() {
    client.shutdownNow();
    requests.close();
  }
}
