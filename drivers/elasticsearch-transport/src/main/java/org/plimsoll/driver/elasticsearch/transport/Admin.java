package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.elasticsearch.action.Action;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestBuilder;
import org.elasticsearch.action.ActionResponse;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Causes;

/** Sends requests for the index and its cluster, and waits for the answers. */
final class Admin {
  /** Timeout for merging many documents. */
  static final long LONG_PATIENCE_NANOS = TimeUnit.HOURS.toNanos(1);

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Supplier<NodeClient> client;
  private final String where;

  Admin(Supplier<NodeClient> client, String where) {
    this.client = client;
    this.where = where;
  }

  /** Returns the addresses of the target, for messages. */
  String where() {
    return where;
  }

  NodeClient client() {
    return client.get();
  }

  /**
   * Sends a request and returns the answer.
   *
   * @throws IOException if the request fails; the message is one sentence for the user
   */
  <Q extends ActionRequest, R extends ActionResponse, B extends ActionRequestBuilder<Q, R, B>>
      R ask(Action<Q, R, B> action, Q request) throws IOException {
    return ask(action, request, PATIENCE_NANOS);
  }

  <Q extends ActionRequest, R extends ActionResponse, B extends ActionRequestBuilder<Q, R, B>>
      R ask(Action<Q, R, B> action, Q request, long patienceNanos) throws IOException {
    try {
      return answer(action, request, patienceNanos);
    } catch (ExecutionException e) {
      throw Failures.unusable(where, Causes.of(e).get(1));
    }
  }

  /**
   * Sends a request and returns the answer, or null if the request fails with the given exception
   * type.
   */
  <Q extends ActionRequest, R extends ActionResponse, B extends ActionRequestBuilder<Q, R, B>>
      @Nullable R askUnless(String type, Action<Q, R, B> action, Q request) throws IOException {
    try {
      return answer(action, request, PATIENCE_NANOS);
    } catch (ExecutionException e) {
      Throwable failure = Causes.of(e).get(1);
      if (Failures.isType(failure, type)) {
        return null;
      }
      throw Failures.unusable(where, failure);
    }
  }

  private <
          Q extends ActionRequest,
          R extends ActionResponse,
          B extends ActionRequestBuilder<Q, R, B>>
      R answer(Action<Q, R, B> action, Q request, long patienceNanos)
          throws IOException, ExecutionException {
    CompletableFuture<R> answer = new CompletableFuture<>();
    try {
      client
          .get()
          .send(
              action,
              request,
              ActionListener.wrap(answer::complete, answer::completeExceptionally));
      return answer.get(patienceNanos, TimeUnit.NANOSECONDS);
    } catch (RuntimeException e) {
      throw Failures.unusable(where, e); // no node is connected
    } catch (TimeoutException e) {
      throw new IOException(
          "%s did not answer within %d ms"
              .formatted(where, TimeUnit.NANOSECONDS.toMillis(patienceNanos)),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while waiting for " + where, e);
    }
  }
}
