package org.plimsoll.driver.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.FailureCode;
import org.plimsoll.api.FailureCode.Common;
import org.plimsoll.api.Operation;
import org.plimsoll.api.OperationType;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.kit.AsyncSession;

/** A session with its own connection. HTTP/1.1 allows one request in flight, HTTP/2 many. */
final class HttpSession extends AsyncSession<Exchange> {
  /** Maximum number of body bytes in a failure message. */
  private static final int MESSAGE_BYTES = 2_000;

  private final Connection connection;
  private final Requests requests;
  private final Observations observations;
  private final int maxInFlight;
  private final boolean keepAlive;
  private final @Nullable HttpClient pool;
  private final Consumer<HttpSession> onClose;

  /**
   * Creates a session.
   *
   * @param pool the client to use instead of the connection if redirects are followed, or null
   */
  HttpSession(
      Supplier<Connection> connections,
      Requests requests,
      Observations observations,
      int maxInFlight,
      boolean keepAlive,
      @Nullable HttpClient pool,
      Consumer<HttpSession> onClose) {
    connection = connections.get();
    this.requests = requests;
    this.observations = observations;
    this.maxInFlight = maxInFlight;
    this.keepAlive = keepAlive;
    this.pool = pool;
    this.onClose = onClose;
  }

  /** Connects before the first request. */
  void open(HttpAddress address, Duration patience) throws IOException, InterruptedException {
    CompletableFuture<HttpClientConnection> opened = new CompletableFuture<>();
    connection.run(() ->
        connection
            .get(observations)
            .onComplete((value, failure) -> {
              if (failure == null) {
                opened.complete(value);
              } else {
                opened.completeExceptionally(failure);
              }
            }));
    try {
      var _ = opened.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      close();
      throw Failures.unusable(address, patience, e.getCause() == null ? e : e.getCause());
    } catch (TimeoutException e) {
      close();
      throw Failures.unusable(address, patience, e);
    }
  }

  /** Switches to another server if necessary. */
  void serversChanged() {
    connection.serversChanged();
  }

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  protected Exchange begin(Operation operation, Completion completion) {
    return new Exchange(operation.type(), completion);
  }

  @Override
  protected void send(Operation operation, Exchange exchange) {
    Requests.Made made = requests.make(operation);
    if (made == null) {
      exchange.finish(Outcome.failed(Common.UNSUPPORTED).withAttempts(0));
      return;
    }
    exchange.sends(made.payloadBytes());
    connection.run(() -> send(made, exchange));
  }

  @Override
  protected void sendRehearsal(Operation operation, Exchange exchange) {
    Requests.Made made = requests.rehearsal(operation);
    if (made == null) {
      super.sendRehearsal(operation, exchange);
    } else {
      connection.run(() -> send(made, exchange));
    }
  }

  private void send(Requests.Made made, Exchange exchange) {
    if (exchange.hasEnded()) {
      return;
    }
    Future<HttpClientRequest> requested =
        pool != null
            ? connection.server().compose(server -> pool.request(made.options().setServer(server)))
            : connection.get(observations).compose(its -> its.request(made.options()));
    var _ =
        requested.onComplete((request, failure) -> {
          if (failure != null) {
            exchange.finish(Failures.outcome(failure).withAttempts(0));
          } else {
            exchange(request, made.body(), exchange);
          }
        });
  }

  private void exchange(HttpClientRequest request, @Nullable Buffer body, Exchange exchange) {
    var _ =
        (body == null ? request.send() : request.send(body))
            .onComplete((response, failure) -> {
              if (failure != null) {
                exchange.finish(Failures.outcome(failure));
              } else {
                answered(request, response, exchange);
              }
            });
  }

  private void answered(HttpClientRequest request, HttpClientResponse response, Exchange exchange) {
    if ("close".equalsIgnoreCase(response.getHeader("connection")) || !keepAlive) {
      connection.forget();
    }
    var _ =
        response
            .body()
            .onComplete((body, failure) -> {
              int redirects =
                  Math.max(
                      request.numberOfRedirections(), response.request().numberOfRedirections());
              if (redirects > 0) {
                observations.redirects().add(redirects);
              }
              Outcome outcome =
                  failure != null ? Failures.outcome(failure) : outcome(response, body, exchange);
              exchange.finish(redirects > 0 ? outcome.withAttempts(1 + redirects) : outcome);
            });
  }

  private Outcome outcome(HttpClientResponse response, Buffer body, Exchange exchange) {
    int status = response.statusCode();
    if (!requests.isSuccess(status)) {
      if (response.getHeader("retry-after") != null) {
        observations.retryAfter().add(1);
      }
      return Statuses.isNotFound(status)
          ? Outcome.notFound()
          : Outcome.failed(
              Statuses.failureCode(status),
              () -> message(status + " " + response.statusMessage(), body));
    }
    Checks checks = requests.checks();
    String operation = exchange.type().name();
    boolean checked = checks.isOf(operation);
    boolean isRead = exchange.type().kind() == OperationType.Kind.READ;
    byte[] bytes = checked || isRead ? body.getBytes() : new byte[0];
    FailureCode failed = checked ? checks.failureCode(operation, bytes) : null;
    if (failed != null) {
      return Outcome.failed(failed, () -> message("the answer", body));
    }
    Outcome outcome =
        Outcome.succeeded(exchange.sentBytes() > 0 ? exchange.sentBytes() : body.length());
    return isRead && requests.rowsAreBodies()
        ? outcome.withRows(visitor -> visitor.field(0, "", bytes, 0, bytes.length))
        : outcome;
  }

  private static String message(String what, Buffer body) {
    int length = Math.min(body.length(), MESSAGE_BYTES);
    return length == 0 ? what : what + ": " + body.getString(0, length, "UTF-8");
  }

  @Override
  protected void release() {
    connection.close();
    onClose.accept(this);
  }
}
