package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.Cancellable;
import org.opensearch.client.Request;
import org.opensearch.client.Response;
import org.opensearch.client.ResponseException;
import org.opensearch.client.ResponseListener;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One operation under way: the request that it has sent last, and its single completion. */
final class Flight {
  private final Completion completion;
  private final RestClients clients;
  private final Set<Flight> underWay;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicReference<@Nullable Connections> entered = new AtomicReference<>();
  private volatile @Nullable Cancellable call;

  Flight(Completion completion, RestClients clients, Set<Flight> underWay) {
    this.completion = completion;
    this.clients = clients;
    this.underWay = underWay;
    underWay.add(this);
  }

  /**
   * Sends a request; the next one only when it was answered.
   *
   * @param taker sees the answer, also that which comes with a 404, and then finishes the operation
   *     or sends the next request
   */
  void send(Request request, Consumer<JsonNode> taker) {
    Connections connections = clients.enter();
    entered.set(connections);
    call =
        connections
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
    if (ended.get()) {
      cancel(); // abandon() may have looked before the call was there
    }
  }

  /** Of a document, which answers with JSON as if it were there, and not of an index. */
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
      finish(Outcome.failed("bad-answer", e));
    }
  }

  private void leave() {
    Connections connections = entered.getAndSet(null);
    if (connections != null) {
      connections.leave();
    }
  }

  /** Ends the operation, unless it has ended. */
  void finish(Outcome outcome) {
    if (ended.compareAndSet(false, true)) {
      underWay.remove(this);
      completion.complete(outcome);
    }
  }

  /** Fails it now, and closes the connection that has not answered. */
  void abandon(String code) {
    if (ended.get()) {
      return;
    }
    Connections suspects = entered.get();
    finish(Outcome.failed(code));
    if (suspects != null) {
      clients.suspect(suspects);
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
