package org.plimsoll.driver.geode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.geode.cache.client.SocketFactory;
import org.plimsoll.api.DriverContext;

/**
 * The sockets of a target. Each asks the engine about its address before it connects: that of the
 * target, or one that a locator names. They can be closed together, since the library would wait
 * for a connection that no longer answers.
 */
final class Sockets implements SocketFactory {
  private final DriverContext context;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();

  Sockets(DriverContext context) {
    this.context = context;
  }

  @Override
  public Socket createSocket() {
    return new CheckedSocket();
  }

  /** Closes all, which ends the calls that wait for an answer. */
  void close() {
    for (Socket each : open) {
      try {
        each.close();
      } catch (IOException e) {
        // It is no longer used.
      }
    }
  }

  private final class CheckedSocket extends Socket {
    @Override
    public void connect(SocketAddress address, int timeoutMillis) throws IOException {
      super.connect(
          address instanceof InetSocketAddress named ? context.resolve(named) : address,
          timeoutMillis);
      open.add(this);
    }

    @Override
    public void close() throws IOException {
      open.remove(this);
      super.close();
    }
  }
}
