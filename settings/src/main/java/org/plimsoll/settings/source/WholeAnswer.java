package org.plimsoll.settings.source;

import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The answer to an HTTP request with its body. The client's own timeout covers only the headers.
 */
public final class WholeAnswer {
  private WholeAnswer() {}

  /**
   * Sends a request, and waits for the complete answer.
   *
   * @throws IOException if there is no answer in time; the message is a sentence whose subject is
   *     "it"
   */
  public static <T> HttpResponse<T> of(
      HttpClient client, HttpRequest request, BodyHandler<T> handler, Duration patience)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<T>> future = client.sendAsync(request, handler);
    try {
      return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException("it did not answer within " + patience.toSeconds() + "s", e);
    } catch (ExecutionException e) {
      throw new IOException("it cannot be reached (" + reason(e.getCause()) + ")", e);
    } finally {
      future.cancel(true);
    }
  }

  private static String reason(@Nullable Throwable cause) {
    if (cause instanceof ConnectException) {
      return "no connection";
    }
    String message = cause == null ? null : cause.getMessage();
    return message == null ? "the connection broke" : message;
  }
}
