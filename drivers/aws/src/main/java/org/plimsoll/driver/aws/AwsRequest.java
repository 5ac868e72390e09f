package org.plimsoll.driver.aws;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedPool;

/**
 * An operation in flight, with the SDK calls that it has sent.
 *
 * @param <P> a connection pool, with the clients that use it
 */
public abstract class AwsRequest<P> extends InFlight {
  private final SharedPool<P> pools;
  private final AtomicInteger sent = new AtomicInteger();
  private final Queue<Call<P>> calls = new ConcurrentLinkedQueue<>();

  private record Call<P>(CompletableFuture<?> future, SharedPool.Generation<P> pool) {}

  /** Constructor for the driver's subclass. */
  protected AwsRequest(Completion completion, SharedPool<P> pools) {
    super(completion);
    this.pools = pools;
  }

  /** Returns the outcome of an operation after one of its calls has failed. */
  protected abstract Outcome failed(Throwable failure);

  /** Sends a call. If the call fails, the operation fails. */
  protected final <T> void sendBy(
      Function<? super P, CompletableFuture<T>> call, Consumer<? super T> onAnswer) {
    if (hasEnded()) {
      return;
    }
    sent.incrementAndGet();
    SharedPool.Generation<P> pool = pools.enter();
    CompletableFuture<T> future;
    try {
      future = call.apply(pool.pool());
    } catch (RuntimeException e) {
      pool.leave();
      finish(failed(e));
      return;
    }
    calls.add(new Call<>(future, pool));
    var _ =
        future.whenComplete((answer, failure) -> {
          pool.leave();
          if (failure != null) {
            finish(failed(failure));
          } else {
            take(answer, onAnswer);
          }
        });
    if (hasEnded()) {
      future.cancel(true); // abandoned() may have run before the call was added
    }
  }

  private <T> void take(T answer, Consumer<? super T> onAnswer) {
    try {
      onAnswer.accept(answer);
    } catch (RuntimeException e) {
      finish(failed(e));
    }
  }

  @Override
  protected Outcome ending(Outcome outcome) {
    return outcome.withAttempts(sent.get());
  }

  /** Closes the connections that are waiting for a response. */
  @Override
  protected void abandoned() {
    for (Call<P> call : calls) {
      if (call.future.cancel(true)) {
        pools.suspect(call.pool);
      }
    }
  }
}
