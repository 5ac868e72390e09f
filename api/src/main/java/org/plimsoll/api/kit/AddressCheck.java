package org.plimsoll.api.kit;

import java.io.IOException;
import java.net.InetAddress;

/** Resolves hosts and checks their addresses, right before each connection. */
@FunctionalInterface
public interface AddressCheck {
  /**
   * Returns the addresses of a host, at least one.
   *
   * @throws IOException if the host has no address, or one that is not allowed
   */
  InetAddress[] resolve(String host, int port) throws IOException;
}
