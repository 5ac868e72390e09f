package org.plimsoll.driver.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.AuthGrpc;
import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.Credentials;

/** Logs in with the user and password, and adds the token to each request. */
final class Login implements ClientInterceptor {
  private static final Metadata.Key<String> TOKEN =
      Metadata.Key.of("token", Metadata.ASCII_STRING_MARSHALLER);

  private final Optional<Credentials> credentials;
  private final Duration patience;
  private final AtomicBoolean renewing = new AtomicBoolean();
  private volatile @Nullable String token;

  Login(SettingValues settings) {
    credentials = Credentials.of(settings);
    patience = settings.get(EtcdSettings.CONNECT_TIMEOUT);
  }

  /**
   * Requests a token if a user is set. Blocks until it is available.
   *
   * @throws StatusRuntimeException if the server refuses or does not answer
   */
  void perform(ManagedChannel channel) {
    if (credentials.isEmpty()) {
      return;
    }
    AuthenticateRequest request =
        AuthenticateRequest.newBuilder()
            .setNameBytes(ByteString.copyFromUtf8(credentials.get().user()))
            .setPasswordBytes(ByteString.copyFromUtf8(credentials.get().password()))
            .build();
    AuthenticateResponse answer =
        ClientCalls.blockingUnaryCall(
            channel,
            AuthGrpc.getAuthenticateMethod(),
            CallOptions.DEFAULT.withDeadlineAfter(patience.toNanos(), TimeUnit.NANOSECONDS),
            request);
    token = answer.getToken();
  }

  /**
   * Logs in again after a server has refused the token. A server forgets tokens when it restarts.
   */
  void renew(ManagedChannel channel) {
    if (credentials.isEmpty() || !renewing.compareAndSet(false, true)) {
      return;
    }
    var _ =
        Thread.ofVirtual()
            .name("etcd-login")
            .start(() -> {
              try {
                token = null; // A login request must not carry a token that the server refuses.
                perform(channel);
              } catch (StatusRuntimeException e) {
                // The next operation fails with the reason, and logs in again.
              } finally {
                renewing.set(false);
              }
            });
  }

  @Override
  public <Q, A> ClientCall<Q, A> interceptCall(
      MethodDescriptor<Q, A> method, CallOptions options, Channel next) {
    ClientCall<Q, A> call = next.newCall(method, options);
    String known = token;
    return known == null
        ? call
        : new SimpleForwardingClientCall<>(call) {
          @Override
          public void start(Listener<A> listener, Metadata headers) {
            headers.put(TOKEN, known);
            super.start(listener, headers);
          }
        };
  }
}
