package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.apache.hc.core5.http.HttpEntity;
import org.jspecify.annotations.Nullable;
import org.opensearch.client.Cancellable;
import org.opensearch.client.Response;
import org.opensearch.client.ResponseException;
import org.opensearch.client.ResponseListener;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/** One operation under way: the call that it has sent, and its single completion. */
final class Request {
  private final Completion completion;
  private final RestClients clients;
  private final Set<Request> underWay;
  private final AtomicBoolean ended = new AtomicBoolean();
  private volatile @Nullable Connections connections;
  private volatile @Nullable Cancellable call;

  Request(Completion completion, RestClients clients, Set<Request> underWay) {
    this.completion = completion;
    this.clients = clients;
    this.underWay = underWay;
    underWay.add(this);
  }

  /**
   * Sends a request.
   *
   * @param answer makes an outcome of the JSON, also of that which comes with a 404
   */
  void send(org.opensearch.client.Request request, Function<JsonNode, Outcome> answer) {
    Connections entered = clients.enter();
    connections = entered;
    try {
      call =
          entered
              .client()
              .performRequestAsync(
                  request,
                  new ResponseListener() {
                    @Override
                    public void onSuccess(Response response) {
                      entered.leave();
                      take(response, answer);
                    }

                    @Override
                    public void onFailure(Exception failure) {
                      entered.leave();
                      if (isMissing(failure)) {
                        take(((ResponseException) failure).getResponse(), answer);
                      } else {
                        finish(Outcome.failed(Failures.codeOf(failure)));
                      }
                    }
                  });
    } catch (RuntimeException e) {
      entered.leave();
      finish(Outcome.failed(Failures.codeOf(e)));
    }
    if (ended.get()) {
      cancel(); // abandon() may have looked before the call was there
    }
  }

  /** Of a document, not of an index. */
  private static boolean isMissing(Exception failure) {
    return failure instanceof ResponseException answer
        && answer.getResponse().getStatusLine().getStatusCode() == 404
        && !String.valueOf(answer.getMessage()).contains("index_not_found");
  }

  private void take(Response response, Function<JsonNode, Outcome> answer) {
    try {
      HttpEntity entity = response.getEntity();
      try (InputStream body = entity.getContent()) {
        finish(answer.apply(Documents.JSON.readTree(body)));
      }
    } catch (IOException | JacksonException | NullPointerException e) {
      finish(Outcome.failed("bad-answer"));
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
    if (!ended.get()) {
      finish(Outcome.failed(code));
      Connections suspects = connections;
      if (suspects != null) {
        clients.suspect(suspects);
      }
      cancel();
    }
  }

  private void cancel() {
    Cancellable sent = call;
    if (sent != null) {
      var _ = sent.cancel();
    }
  }
}
