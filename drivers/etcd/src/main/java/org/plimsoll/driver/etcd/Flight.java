package org.plimsoll.driver.etcd;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.InFlight;
import org.plimsoll.api.kit.SharedConnection;

/** An operation in flight, which sends its requests one after the other on one channel. */
final class Flight extends InFlight {
  private final SharedConnection<ManagedChannel> link;
  private final ManagedChannel channel;
  private final Login login;
  private volatile @Nullable ClientCall<?, ?> call;

  Flight(
      Completion completion,
      SharedConnection<ManagedChannel> link,
      ManagedChannel channel,
      Login login) {
    super(completion);
    this.link = link;
    this.channel = channel;
    this.login = login;
  }

  ManagedChannel channel() {
    return channel;
  }

  /** Sends a request. If it fails, the operation fails. */
  <Q, A> void ask(MethodDescriptor<Q, A> method, Q request, Consumer<? super A> answered) {
    ClientCall<Q, A> asked = channel.newCall(method, CallOptions.DEFAULT);
    call = asked;
    if (hasEnded()) {
      return;
    }
    try {
      ClientCalls.asyncUnaryCall(asked, request, new Answer<>(this, answered));
    } catch (IllegalStateException e) {
      // The operation was abandoned, and so the call was canceled, before it started.
      if (!hasEnded()) {
        throw e;
      }
    }
  }

  /** Ends the operation with the failure of a request. */
  void fail(Throwable failure) {
    if (Failures.needsLogin(failure)) {
      login.renew(channel);
    }
    finish(Failures.outcome(failure));
  }

  @Override
  protected void abandoned() {
    ClientCall<?, ?> current = call;
    if (current != null) {
      current.cancel("the session was closed", null);
    }
    link.abandoned(channel);
  }

  /** Receives the answer to one request, and passes it on when it is complete. */
  private static final class Answer<A> implements StreamObserver<A> {
    private final Flight flight;
    private final Consumer<? super A> answered;
    private @Nullable A answer;

    Answer(Flight flight, Consumer<? super A> answered) {
      this.flight = flight;
      this.answered = answered;
    }

    @Override
    public void onNext(A value) {
      answer = value;
    }

    @Override
    public void onError(Throwable failure) {
      flight.fail(failure);
    }

    @Override
    public void onCompleted() {
      A complete = answer;
      if (complete == null) {
        flight.finish(Outcome.failed(FailureCode.Common.BAD_ANSWER, "the answer is empty"));
        return;
      }
      try {
        answered.accept(complete);
      } catch (RuntimeException e) {
        flight.finish(Outcome.failed(e));
      }
    }
  }
}
