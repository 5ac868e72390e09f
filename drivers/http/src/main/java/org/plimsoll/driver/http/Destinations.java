package org.plimsoll.driver.http;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.net.SocketAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.regex.Pattern;
import org.plimsoll.api.DriverContext;

/**
 * Resolves hosts to addresses that the engine allows. Used for each connection and each redirect.
 */
final class Destinations {
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|[^:]*:.*");

  private final DriverContext driver;

  Destinations(DriverContext driver) {
    this.driver = driver;
  }

  /**
   * Resolves a host. Host names are resolved on another thread, because that can take long.
   *
   * @param context the context on which the result is delivered
   */
  Future<SocketAddress> of(String host, int port, Context context) {
    if (ADDRESS.matcher(host).matches()) {
      try {
        return Future.succeededFuture(resolved(host, port));
      } catch (IOException e) {
        return Future.failedFuture(e);
      }
    }
    Promise<SocketAddress> promise = Promise.promise();
    Thread _ =
        Thread.startVirtualThread(() -> {
          try {
            SocketAddress found = resolved(host, port);
            context.runOnContext(_ -> promise.complete(found));
          } catch (IOException | RuntimeException e) {
            context.runOnContext(_ -> promise.fail(e));
          }
        });
    return promise.future();
  }

  private SocketAddress resolved(String host, int port) throws IOException {
    InetAddress found = driver.resolve(host, port)[0];
    // The address keeps the host name, which TLS verifies.
    InetAddress named = InetAddress.getByAddress(host, found.getAddress());
    return SocketAddress.inetSocketAddress(new InetSocketAddress(named, port));
  }
}
