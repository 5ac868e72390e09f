package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import org.elasticsearch.action.Action;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestBuilder;
import org.elasticsearch.action.ActionResponse;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedPool;

/** An operation in flight, with its latest request. */
final class Flight extends InFlight {
  private final SharedPool<NodeClient> pool;
  private final AtomicReference<SharedPool.@Nullable Generation<NodeClient>> entered =
      new AtomicReference<>();

  Flight(Completion completion, SharedPool<NodeClient> pool) {
    super(completion);
    this.pool = pool;
  }

  /** Receives an answer, and then finishes the operation or sends its next request. */
  @FunctionalInterface
  interface Taker<R> {
    void take(R answer) throws IOException;
  }

  /** Converts a failure, such as a missing document, to an outcome. */
  @FunctionalInterface
  interface Failed {
    Outcome outcome(Exception failure);
  }

  /** Sends a request. The previous request must have been answered. */
  <Q extends ActionRequest, R extends ActionResponse, B extends ActionRequestBuilder<Q, R, B>>
      void send(Action<Q, R, B> action, Q request, Taker<? super R> taker) {
    send(action, request, taker, Failures::outcome);
  }

  /** Sends a request whose failures are converted to outcomes by the given function. */
  <Q extends ActionRequest, R extends ActionResponse, B extends ActionRequestBuilder<Q, R, B>>
      void send(Action<Q, R, B> action, Q request, Taker<? super R> taker, Failed failed) {
    if (hasEnded()) {
      return; // The operation was abandoned between two requests.
    }
    SharedPool.Generation<NodeClient> client = pool.enter();
    entered.set(client);
    try {
      client.pool().send(action, request, new Answer<>(taker, failed));
    } catch (RuntimeException e) {
      leave();
      throw e;
    }
  }

  private final class Answer<R> implements ActionListener<R> {
    private final Taker<? super R> taker;
    private final Failed failed;

    Answer(Taker<? super R> taker, Failed failed) {
      this.taker = taker;
      this.failed = failed;
    }

    @Override
    public void onResponse(R answer) {
      leave();
      try {
        taker.take(answer);
      } catch (IOException e) {
        finish(Outcome.failed(Common.BAD_ANSWER, e));
      } catch (RuntimeException e) {
        finish(Failures.outcome(e)); // This is the start of the next request.
      }
    }

    @Override
    public void onFailure(Exception failure) {
      leave();
      finish(failed.outcome(failure));
    }
  }

  private void leave() {
    var client = entered.getAndSet(null);
    if (client != null) {
      client.leave();
    }
  }

  /** Ignores the answer. The library cannot cancel it, because its connections may have stalled. */
  @Override
  protected void abandoned() {
    var suspect = entered.get();
    if (suspect != null) {
      pool.suspect(suspect);
    }
    leave();
  }
}
