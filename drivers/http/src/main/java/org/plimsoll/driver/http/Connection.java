package org.plimsoll.driver.http;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientAgent;
import io.vertx.core.http.HttpClientConnection;
import io.vertx.core.http.HttpConnectOptions;
import io.vertx.core.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a session, or the attempt to open it. All work runs on the event loop of its
 * context, so that operations complete on the thread that reads the socket.
 */
final class Connection {
  private final HttpClientAgent client;
  private final Context context;
  private final Destinations destinations;
  private final Servers servers;
  private final int turn;
  private final boolean tls;
  private @Nullable Future<HttpClientConnection> opened; // Accessed on the event loop only.
  private @Nullable HttpAddress openedTo; // Accessed on the event loop only.
  private volatile boolean closed;

  Connection(
      HttpClientAgent client,
      Context context,
      Destinations destinations,
      Servers servers,
      boolean tls) {
    this.client = client;
    this.context = context;
    this.destinations = destinations;
    this.servers = servers;
    turn = servers.turn();
    this.tls = tls;
  }

  /** Resolves the host of the target, for a connection that this instance does not own. */
  Future<SocketAddress> server() {
    return server(servers.of(turn));
  }

  private Future<SocketAddress> server(HttpAddress address) {
    return destinations.of(address.host(), address.portOr(tls), context);
  }

  private HttpConnectOptions options(HttpAddress address, SocketAddress server) {
    return new HttpConnectOptions()
        .setServer(server)
        .setHost(address.host())
        .setPort(address.portOr(tls))
        .setSsl(tls);
  }

  /**
   * Runs an action on the event loop. If the current thread is the event loop, the action runs
   * immediately.
   */
  void run(Runnable action) {
    if (Vertx.currentContext() == context) {
      action.run();
    } else {
      context.runOnContext(_ -> action.run());
    }
  }

  /**
   * Returns the connection, and opens it on first use and after a loss. Call on the event loop
   * only.
   */
  Future<HttpClientConnection> get(Observations observations) {
    Future<HttpClientConnection> current = opened;
    if (current != null && !current.failed()) {
      return current;
    }
    if (closed) {
      return Future.failedFuture("Connection was closed");
    }
    long beginNanos = System.nanoTime();
    HttpAddress address = servers.of(turn);
    openedTo = address;
    Future<HttpClientConnection> fresh =
        server(address)
            .compose(server -> client.connect(options(address, server)))
            .map(connection -> {
              observations.connections().add(1);
              observations.connect().record(System.nanoTime() - beginNanos);
              var _ = connection.closeHandler(_ -> lost(connection));
              if (closed) {
                var _ = connection.close();
              }
              return connection;
            });
    opened = fresh;
    return fresh;
  }

  private void lost(HttpClientConnection connection) {
    Future<HttpClientConnection> current = opened;
    if (current != null && current.succeeded() && current.result().equals(connection)) {
      opened = null;
    }
  }

  /** Discards a connection that the server is about to close. Call on the event loop only. */
  void forget() {
    opened = null;
  }

  /**
   * Switches to another server, if the current one is no longer assigned to this connection.
   * Requests in flight are still answered.
   */
  void serversChanged() {
    run(() -> {
      Future<HttpClientConnection> current = opened;
      if (current != null && !servers.of(turn).equals(openedTo)) {
        opened = null;
        var _ = current.onSuccess(HttpClientConnection::shutdown);
      }
    });
  }

  /** Closes the connection without waiting. */
  void close() {
    closed = true;
    run(() -> {
      Future<HttpClientConnection> current = opened;
      opened = null;
      if (current != null) {
        var _ = current.onSuccess(HttpClientConnection::close);
      }
    });
  }
}
