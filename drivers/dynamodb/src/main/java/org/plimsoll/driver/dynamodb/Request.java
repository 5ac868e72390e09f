package org.plimsoll.driver.dynamodb;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedPool;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/** One operation in flight, with the calls that it has sent. */
final class Request extends InFlight {
  private final AwsClients clients;
  private final DriverContext.Counter throttles;
  private final AtomicInteger sent = new AtomicInteger();
  private final Queue<Call> calls = new ConcurrentLinkedQueue<>();

  private record Call(CompletableFuture<?> future, SharedPool.Generation<Pool> pool) {}

  Request(Completion completion, AwsClients clients, DriverContext.Counter throttles) {
    super(completion);
    this.clients = clients;
    this.throttles = throttles;
  }

  /** Sends a call. If the call fails, the operation fails. */
  <T> void send(Function<DynamoDbAsyncClient, CompletableFuture<T>> call, Consumer<T> onAnswer) {
    send(clients::operations, call, onAnswer);
  }

  /** Like {@link #send}, but never through a cache. */
  <T> void sendDirectly(
      Function<DynamoDbAsyncClient, CompletableFuture<T>> call, Consumer<T> onAnswer) {
    send(Pool::dynamo, call, onAnswer);
  }

  private <T> void send(
      Function<Pool, DynamoDbAsyncClient> client,
      Function<DynamoDbAsyncClient, CompletableFuture<T>> call,
      Consumer<T> onAnswer) {
    if (hasEnded()) {
      return;
    }
    sent.incrementAndGet();
    SharedPool.Generation<Pool> pool = clients.pools().enter();
    CompletableFuture<T> future;
    try {
      future = call.apply(client.apply(pool.pool()));
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
    if (hasEnded()) {
      future.cancel(true); // abandoned() may have run before the call was added
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
    FailureCode code = Failures.codeOf(failure);
    if (Failures.isThrottle(code) && !hasEnded()) {
      throttles.add(1);
    }
    finish(Outcome.failed(code, failure));
  }

  @Override
  protected Outcome ending(Outcome outcome) {
    return outcome.withAttempts(sent.get());
  }

  /** Closes the connections that wait for an answer. */
  @Override
  protected void abandoned() {
    for (Call call : calls) {
      if (call.future.cancel(true)) {
        clients.pools().suspect(call.pool);
      }
    }
  }
}
