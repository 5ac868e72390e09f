package org.plimsoll.driver.elasticsearch.transport;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;

/** Decides about the addresses that the client connects to, and keeps why it could not connect. */
final class Network {
  /**
   * The network of the client that is being created. The library creates the plug-in, which needs
   * it, by its class alone.
   */
  static final ScopedValue<Network> OF_CLIENT = ScopedValue.newInstance();

  private final DriverContext context;
  private final Set<InetSocketAddress> refused = ConcurrentHashMap.newKeySet();
  private volatile @Nullable Exception lastFailure;

  Network(DriverContext context) {
    this.context = context;
  }

  /**
   * Checks an address that the client is about to connect to: that of the target, or one that the
   * cluster names.
   *
   * @throws IOException if the address is not allowed; the first refusal is also an event
   */
  void check(InetSocketAddress address) throws IOException {
    try {
      InetSocketAddress _ = context.resolve(address);
    } catch (RefusedAddressException e) {
      if (refused.add(address)) {
        context.event("node " + HostPort.of(address) + " is not allowed");
      }
      throw e;
    }
  }

  void failed(Exception failure) {
    lastFailure = failure;
  }

  /** Why the last connection was not made; null if none has failed. */
  @Nullable Exception lastFailure() {
    return lastFailure;
  }
}
