package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.Cancellable;
import org.opensearch.client.Request;
import org.opensearch.client.Response;
import org.opensearch.client.ResponseException;
import org.opensearch.client.ResponseListener;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedPool;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** An operation in flight, with its latest request. */
final class Flight extends InFlight {
  private final SharedPool<Connections> pool;
  private final AtomicReference<SharedPool.@Nullable Generation<Connections>> entered =
      new AtomicReference<>();
  private volatile @Nullable Cancellable call;

  Flight(Completion completion, SharedPool<Connections> pool) {
    super(completion);
    this.pool = pool;
  }

  /**
   * Sends a request. The previous request must have been answered.
   *
   * @param taker called with the answer, even for status 404; it then finishes the operation or
   *     sends the next request
   */
  void send(Request request, Consumer<JsonNode> taker) {
    SharedPool.Generation<Connections> connections = pool.enter();
    entered.set(connections);
    call =
        connections
            .pool()
            .client()
            .performRequestAsync(
                request,
                new ResponseListener() {
                  @Override
                  public void onSuccess(Response response) {
                    leave();
                    take(response, taker);
                  }

                  @Override
                  public void onFailure(Exception failure) {
                    leave();
                    if (failure instanceof ResponseException answer && isMissing(answer)) {
                      take(answer.getResponse(), taker);
                    } else {
                      finish(Failures.outcome(failure));
                    }
                  }
                });
    if (hasEnded()) {
      cancel(); // abandoned() may have run before the call was set.
    }
  }

  /**
   * Whether a 404 means a missing document, and not a missing index. The answer for a missing
   * document is JSON without an error.
   */
  private static boolean isMissing(ResponseException answer) {
    if (Failures.status(answer) != 404) {
      return false;
    }
    String type = Failures.errorType(Failures.error(answer));
    return type.isEmpty() || type.equals("document_missing_exception");
  }

  private void take(Response response, Consumer<JsonNode> taker) {
    try {
      taker.accept(Documents.parse(response));
    } catch (IOException | JacksonException e) {
      finish(Outcome.failed(Common.BAD_ANSWER, e));
    }
  }

  private void leave() {
    var connections = entered.getAndSet(null);
    if (connections != null) {
      connections.leave();
    }
  }

  /** Closes the connection that is waiting for an answer. */
  @Override
  protected void abandoned() {
    var suspects = entered.get();
    if (suspects != null) {
      pool.suspect(suspects);
    }
    cancel();
    leave();
  }

  private void cancel() {
    Cancellable sent = call;
    if (sent != null) {
      sent.cancel();
    }
  }
}
