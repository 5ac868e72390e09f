package org.plimsoll.driver.geode;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import org.plimsoll.api.DriverContext;

/**
 * A socket that asks the engine about the address before it connects: those of the target, and
 * those that locators name.
 */
final class CheckedSocket extends Socket {
  private final DriverContext context;

  CheckedSocket(DriverContext context) {
    this.context = context;
  }

  @Override
  public void connect(SocketAddress address, int timeoutMillis) throws IOException {
    super.connect(
        address instanceof InetSocketAddress named ? context.resolve(named) : address,
        timeoutMillis);
  }
}
