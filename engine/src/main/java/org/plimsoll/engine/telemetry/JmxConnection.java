package org.plimsoll.engine.telemetry;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.CheckedJmx;
import org.plimsoll.engine.spec.HostCheck;

/**
 * A connection to the JMX port of another process. It is kept open, and reopened after a failure.
 */
final class JmxConnection implements AutoCloseable {
  private final InetSocketAddress address;
  private final HostCheck hosts;
  private final boolean isAllowed;
  private @Nullable JMXConnector connector;

  /**
   * Creates a connection that is not open.
   *
   * @param hosts checks each address to which it connects
   * @param isAllowed whether the host of {@code address} is allowed with the target, so that only
   *     other hosts, which the server names, are checked
   */
  JmxConnection(InetSocketAddress address, HostCheck hosts, boolean isAllowed) {
    this.address = address;
    this.hosts = hosts;
    this.isAllowed = isAllowed;
  }

  String name() {
    return HostPort.of(address).toString();
  }

  /** Returns the MBean server connection, and connects first if necessary. */
  MBeanServerConnection beans() throws IOException {
    JMXConnector its = connector;
    if (its == null) {
      HostPort server = new HostPort(host(), address.getPort());
      its = CheckedJmx.connect(this::resolve, server, Optional.empty());
      connector = its;
    }
    return its.getMBeanServerConnection();
  }

  private String host() {
    return address.getHostString().replaceAll("[\\[\\]]", "");
  }

  private InetAddress[] resolve(String host, int port) throws UnknownHostException {
    InetAddress[] found = InetAddress.getAllByName(host);
    if (!isAllowed || !List.of(InetAddress.getAllByName(host())).containsAll(List.of(found))) {
      hosts.reaches(Sources.TELEMETRY, URI.create("jmx://" + new HostPort(host, port)));
    }
    return found;
  }

  @Override
  public void close() {
    JMXConnector its = connector;
    connector = null;
    if (its != null) {
      try {
        its.close();
      } catch (IOException e) {
        // The connection is already closed.
      }
    }
  }
}
