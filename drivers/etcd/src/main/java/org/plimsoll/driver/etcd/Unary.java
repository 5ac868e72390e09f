package org.plimsoll.driver.etcd;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Sends requests that do not belong to a single operation. */
final class Unary {
  private static final Duration LEASE_PATIENCE = Duration.ofSeconds(5);

  private Unary() {}

  /** Sends a request and waits for the answer. */
  static <Q, A> A await(
      Channel channel, Duration patience, MethodDescriptor<Q, A> method, Q request) {
    return ClientCalls.blockingUnaryCall(channel, method, deadline(patience), request);
  }

  /** Sends a request. The answer or the failure completes the future. */
  static <Q, A, V> void ask(
      Channel channel,
      MethodDescriptor<Q, A> method,
      Q request,
      CompletableFuture<V> future,
      Function<A, V> value) {
    ClientCalls.asyncUnaryCall(
        channel.newCall(method, deadline(LEASE_PATIENCE)),
        request,
        new StreamObserver<>() {
          @Override
          public void onNext(A answer) {
            future.complete(value.apply(answer));
          }

          @Override
          public void onError(Throwable failure) {
            future.completeExceptionally(failure);
          }

          @Override
          public void onCompleted() {}
        });
  }

  private static CallOptions deadline(Duration patience) {
    return CallOptions.DEFAULT.withDeadlineAfter(patience.toNanos(), TimeUnit.NANOSECONDS);
  }
}
