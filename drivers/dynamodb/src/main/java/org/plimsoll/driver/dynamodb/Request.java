package org.plimsoll.driver.dynamodb;

import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.Outcome;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** One operation under way: the calls that it has sent, and its single completion. */
final class Request {
  private final Completion completion;
  private final AwsClients clients;
  private final Set<Request> underWay;
  private final DriverContext.Counter throttles;
  private final AtomicBoolean ended = new AtomicBoolean();
  private final AtomicInteger sent = new AtomicInteger();
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

  private record Call(CompletableFuture<?> future, Pool pool) {}

  Request(
      Completion completion,
      AwsClients clients,
      Set<Request> underWay,
      DriverContext.Counter throttles) {
    this.completion = completion;
    this.clients = clients;
    this.underWay = underWay;
    this.throttles = throttles;
    underWay.add(this);
  }

  /** Sends one call; where it fails, the operation has failed. */
  <T> void send(Function<DynamoDbAsyncClient, CompletableFuture<T>> call, Consumer<T> onAnswer) {
    if (ended.get()) {
      return;
    }
    sent.incrementAndGet();
    Pool pool = clients.enterPool();
    CompletableFuture<T> future;
    try {
      future = call.apply(clients.operations(pool));
    } catch (RuntimeException e) {
      pool.leave();
      fail(e);
      return;
    }
    calls.add(new Call(future, pool));
    var _ =
        future.whenComplete((answer, failure) -> {
          pool.leave();
          if (failure != null) {
            fail(failure);
          } else {
            take(answer, onAnswer);
          }
        });
    if (ended.get()) {
      future.cancel(true); // abandon() may have looked before the call was there
    }
  }

  private <T> void take(T answer, Consumer<T> onAnswer) {
    try {
      onAnswer.accept(answer);
    } catch (RuntimeException e) {
      fail(e);
    }
  }

  private void fail(Throwable failure) {
    String code = Failures.codeOf(failure);
    if (Failures.isThrottle(code) && !ended.get()) {
      throttles.add(1);
    }
    finish(Outcome.failed(code, failure));
  }

  /** Ends the operation, unless it has ended. */
  void finish(Outcome outcome) {
    if (ended.compareAndSet(false, true)) {
      underWay.remove(this);
      completion.complete(outcome.withAttempts(sent.get()));
    }
  }

  /** Fails it now, and closes the connections that have not answered. */
  void abandon(String code) {
    finish(Outcome.failed(code));
    for (Call call : calls) {
      if (call.future.cancel(true)) {
        clients.suspect(call.pool);
      }
    }
  }
}
