package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.net.ConnectException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.opensearch.client.Cancellable;
import org.opensearch.client.Request;
import org.opensearch.client.Response;
import org.opensearch.client.ResponseException;
import org.opensearch.client.ResponseListener;
import org.opensearch.client.RestClient;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** Sends administrative requests for indexes and their cluster, and waits for the answers. */
@SuppressWarnings("deprecation") // The deprecated client is used on purpose, see DECISIONS.md.
final class Admin {
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Supplier<RestClient> client;
  private final String where;
  private final int nodes;

  /**
   * Creates an instance.
   *
   * @param nodes the number of nodes in the address; if one is down, the next one is tried
   */
  Admin(Supplier<RestClient> client, String where, int nodes) {
    this.client = client;
    this.where = where;
    this.nodes = nodes;
  }

  /**
   * Sends a request without a body and returns the answer.
   *
   * @throws IOException if the request fails or the answer is an error; the message is one sentence
   *     for the user
   */
  JsonNode ask(String method, String path) throws IOException {
    return ask(new Request(method, path), PATIENCE_NANOS);
  }

  JsonNode ask(String method, String path, JsonNode body) throws IOException {
    Request request = new Request(method, path);
    Bodies.json(request, body.toString());
    return ask(request, PATIENCE_NANOS);
  }

  JsonNode ask(Request request, long patienceNanos) throws IOException {
    try {
      return Documents.parse(answer(request, patienceNanos));
    } catch (ResponseException e) {
      throw Failures.unusable(where, e);
    } catch (JacksonException e) {
      throw notJson(e);
    }
  }

  /**
   * Sends a request to a path that some servers do not have. Returns a missing node if the server
   * does not have it (status 405).
   */
  JsonNode askOrMissing(Request request, long patienceNanos) throws IOException {
    try {
      return Documents.parse(answer(request, patienceNanos));
    } catch (ResponseException e) {
      if (Failures.status(e) == 405) {
        return Documents.JSON.missingNode();
      }
      throw Failures.unusable(where, e);
    } catch (JacksonException e) {
      throw notJson(e);
    }
  }

  private IOException notJson(Exception cause) {
    return new IOException(where + " answered, but not with JSON as Elasticsearch does", cause);
  }

  /** Sends a request. An error of the given type counts as success. */
  void ensure(Request request, String fineType) throws IOException {
    try {
      var _ = answer(request, PATIENCE_NANOS);
    } catch (ResponseException e) {
      String type = Failures.errorType(Failures.error(e));
      if (!type.equals(fineType)) {
        throw Failures.unusable(where, e);
      }
    }
  }

  /** Returns whether a path exists. The server answers 404 if it does not. */
  boolean exists(String path) throws IOException {
    try {
      Response response = answer(new Request("HEAD", path), PATIENCE_NANOS);
      // This is not an exception of the client.
      return response.getStatusLine().getStatusCode() != 404;
    } catch (ResponseException e) {
      throw Failures.unusable(where, e);
    }
  }

  /** Sends a request and returns the answer, or throws a {@link ResponseException} for an error. */
  private Response answer(Request request, long patienceNanos) throws IOException {
    for (int node = 1; node < nodes; node++) {
      try {
        return answerOfOne(request, patienceNanos);
      } catch (ResponseException e) {
        throw e;
      } catch (IOException e) {
        if (!(e.getCause() instanceof ConnectException)) {
          throw e;
        }
      }
    }
    return answerOfOne(request, patienceNanos);
  }

  private Response answerOfOne(Request request, long patienceNanos) throws IOException {
    CompletableFuture<Response> answer = new CompletableFuture<>();
    Cancellable call =
        client
            .get()
            .performRequestAsync(
                request,
                new ResponseListener() {
                  @Override
                  public void onSuccess(Response response) {
                    answer.complete(response);
                  }

                  @Override
                  public void onFailure(Exception failure) {
                    answer.completeExceptionally(failure);
                  }
                });
    try {
      return answer.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      if (cause instanceof ResponseException refused) {
        throw refused;
      }
      throw Failures.unusable(where, cause);
    } catch (TimeoutException e) {
      call.cancel();
      throw new IOException(
          "%s did not answer as Elasticsearch does within %d ms"
              .formatted(where, TimeUnit.NANOSECONDS.toMillis(patienceNanos)),
          e);
    } catch (InterruptedException e) {
      call.cancel();
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + where, e);
    }
  }
}
