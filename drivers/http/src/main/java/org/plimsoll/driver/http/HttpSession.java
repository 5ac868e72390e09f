package org.plimsoll.driver.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Completion;
import org.plimsoll.api.Operation;
import org.plimsoll.api.Outcome;
import org.plimsoll.api.Session;

/** One connection of its own: HTTP/1.1 takes one request at a time on it, HTTP/2 many. */
final class HttpSession implements Session {
  /** Of a body, more than is shown. */
  private static final int MESSAGE_BYTES = 2_000;

  private final Connection connection;
  private final Requests requests;
  private final Observations observations;
  private final int maxInFlight;
  private final boolean keepAlive;
  private final @Nullable HttpClient pool;
  private final Consumer<HttpSession> onClose;
  private final Set<Exchange> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  /**
   * A session.
   *
   * @param pool where requests go instead that may be sent on to other hosts
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

  /** Connects, so that the first request does not have to. */
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

  @Override
  public int maxInFlight() {
    return maxInFlight;
  }

  @Override
  public void execute(Operation operation, Completion completion) {
    if (closed) {
      completion.complete(Outcome.failed("closed").withAttempts(0));
      return;
    }
    Requests.Made made = requests.make(operation);
    if (made == null) {
      completion.complete(Outcome.failed("unsupported").withAttempts(0));
      return;
    }
    Exchange exchange =
        new Exchange(operation.type().name(), made.payloadBytes(), completion, underWay);
    connection.run(() -> send(made, exchange));
    if (closed) {
      exchange.finish(Outcome.failed("closed")); // close() may have looked before it was there
    }
  }

  private void send(Requests.Made made, Exchange exchange) {
    if (exchange.hasEnded()) {
      return;
    }
    Future<HttpClientRequest> requested =
        pool != null
            ? pool.request(made.options())
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
    boolean checked = checks.isOf(exchange.operation());
    boolean isRead = exchange.operation().equals("read");
    byte[] bytes = checked || isRead ? body.getBytes() : new byte[0];
    String failed = checked ? checks.failureCode(exchange.operation(), bytes) : null;
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
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    underWay.forEach(exchange -> exchange.finish(Outcome.failed("closed")));
    connection.close();
    onClose.accept(this);
  }
}
