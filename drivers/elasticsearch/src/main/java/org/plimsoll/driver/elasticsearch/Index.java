package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.io.InputStream;
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
import tools.jackson.databind.JsonNode;

/** Questions about the index and its cluster, which wait for their answers. */
final class Index {
  static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Supplier<RestClient> client;
  private final String where;

  Index(Supplier<RestClient> client, String where) {
    this.client = client;
    this.where = where;
  }

  JsonNode ask(String method, String path) throws IOException {
    return ask(new Request(method, path), PATIENCE_NANOS);
  }

  JsonNode ask(String method, String path, String json) throws IOException {
    Request request = new Request(method, path);
    request.setJsonEntity(json);
    return ask(request, PATIENCE_NANOS);
  }

  /** Whether there is something; what is not there answers 404. */
  boolean exists(String path) throws IOException {
    return response(new Request("HEAD", path), PATIENCE_NANOS).getStatusLine().getStatusCode()
        == 200;
  }

  JsonNode ask(Request request, long patienceNanos) throws IOException {
    try (InputStream body = response(request, patienceNanos).getEntity().getContent()) {
      return Documents.JSON.readTree(body);
    }
  }

  private Response response(Request request, long patienceNanos) throws IOException {
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
      if (cause instanceof ResponseException refused && isExpected(request, refused)) {
        return refused.getResponse();
      }
      throw Failures.unusable(where, cause);
    } catch (TimeoutException e) {
      var _ = call.cancel();
      throw new IOException(
          "%s did not answer as Elasticsearch does within %d ms"
              .formatted(where, TimeUnit.NANOSECONDS.toMillis(patienceNanos)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + where, e);
    }
  }

  private static boolean isExpected(Request request, ResponseException refused) {
    int status = refused.getResponse().getStatusLine().getStatusCode();
    String message = String.valueOf(refused.getMessage());
    return (status == 404 && request.getMethod().equals("HEAD"))
        || message.contains("resource_already_exists");
  }
}
