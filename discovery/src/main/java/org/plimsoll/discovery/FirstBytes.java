package org.plimsoll.discovery;

import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * A body subscriber that waits for the first bytes and cancels the rest; true if there were any
 * bytes.
 */
final class FirstBytes implements BodySubscriber<Boolean> {
  private final CompletableFuture<Boolean> body = new CompletableFuture<>();
  private Flow.@Nullable Subscription subscription;

  @Override
  public CompletionStage<Boolean> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    newSubscription.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> bytes) {
    var _ = body.complete(true);
    if (subscription != null) {
      subscription.cancel();
    }
  }

  @Override
  public void onError(Throwable failure) {
    var _ = body.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    var _ = body.complete(false);
  }
}
