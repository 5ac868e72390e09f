package org.plimsoll.api.kit;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import javax.management.remote.JMXConnector;
import javax.management.remote.rmi.RMIConnector;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;

/**
 * Connects to JMX ports of servers, at addresses that the engine allows. A JMX port belongs to a
 * registry, which names other addresses. Each address is checked before each connection to it.
 * Answers create only objects of JDK classes. No call has a timeout, so callers limit their wait.
 */
public final class CheckedJmx {
  /** The name of a JVM's JMX server in its registry. */
  private static final String NAME = "jmxrmi";

  private CheckedJmx() {}

  /**
   * Connects to a server, as {@code jconsole} does.
   *
   * @param server its address, which may be unresolved, with the JMX port
   * @param login the JMX user; empty without authentication
   * @throws org.plimsoll.api.RefusedAddressException if an address is not allowed, including an
   *     address that the server names
   * @throws SecurityException if the server refuses the user
   */
  public static JMXConnector connect(
      DriverContext context, InetSocketAddress server, Optional<Credentials> login)
      throws IOException {
    String host =
        server.isUnresolved() ? server.getHostString() : server.getAddress().getHostAddress();
    return connect(context::resolve, new HostPort(host, server.getPort()), login);
  }

  /**
   * Connects to a server at addresses that {@code addresses} returns.
   *
   * @throws SecurityException if the server refuses the user
   */
  @SuppressWarnings("BanJNDI") // the stub is our own, and nothing is looked up
  public static JMXConnector connect(
      AddressCheck addresses, HostPort server, Optional<Credentials> login) throws IOException {
    Map<String, Object> environment =
        login
            .map(its -> new String[] {its.user(), its.password()})
            .map(its -> Map.<String, Object>of(JMXConnector.CREDENTIALS, its))
            .orElse(Map.of());
    RMIConnector connector =
        new RMIConnector(JrmpObject.registered(addresses, server, NAME), environment);
    try {
      connector.connect();
      return connector;
    } catch (IOException | RuntimeException e) {
      abandon(connector);
      throw e;
    }
  }

  /** Stops the thread of a connection that was not completed. */
  private static void abandon(JMXConnector connector) {
    try {
      connector.close();
    } catch (IOException e) {
      // The failed connection provides the reason.
    }
  }
}
