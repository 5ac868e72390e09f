package org.plimsoll.driver.s3;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.SharedPool;
import org.plimsoll.driver.aws.AwsRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/** An operation in flight, with the action that undoes it if it fails. */
final class S3Request extends AwsRequest<Pool> {
  private final DriverContext.Counter throttles;
  private final AtomicReference<@Nullable Runnable> undo = new AtomicReference<>();

  S3Request(Completion completion, SharedPool<Pool> pools, DriverContext.Counter throttles) {
    super(completion, pools);
    this.throttles = throttles;
  }

  /** Sends a call. If the call fails, the operation fails. */
  <T> void send(Function<S3AsyncClient, CompletableFuture<T>> call, Consumer<T> onAnswer) {
    sendBy(pool -> call.apply(pool.s3()), onAnswer);
  }

  /** Sets an action that runs once if the operation does not succeed. */
  void undoBy(Runnable action) {
    undo.set(action);
    if (hasEnded()) {
      undo(); // The operation may have been abandoned before the action was set.
    }
  }

  @Override
  protected Outcome failed(Throwable failure) {
    Outcome outcome = S3Failures.outcome(failure);
    if (Common.THROTTLED.text().equals(outcome.failureCode()) && !hasEnded()) {
      throttles.add(1);
    }
    undo();
    return outcome;
  }

  @Override
  protected void abandoned() {
    super.abandoned();
    undo();
  }

  private void undo() {
    Runnable action = undo.getAndSet(null);
    if (action != null) {
      action.run();
    }
  }
}
