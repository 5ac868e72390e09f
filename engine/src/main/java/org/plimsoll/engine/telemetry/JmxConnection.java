package org.plimsoll.engine.telemetry;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.engine.spec.HostCheck;

/** A connection to the JMX port of another process. It is kept, and reopened after a failure. */
final class JmxConnection implements AutoCloseable {
  private final InetSocketAddress address;
  private final HostCheck hosts;
  private @Nullable JMXConnector connector;

  JmxConnection(InetSocketAddress address, HostCheck hosts) {
    this.address = address;
    this.hosts = hosts;
  }

  String name() {
    return HostPort.of(address).toString();
  }

  /** The user chose the process, like any target, and it is trusted to answer with JDK classes. */
  @SuppressWarnings("BanJNDI")
  MBeanServerConnection beans() throws IOException {
    JMXConnector its = connector;
    if (its == null) {
      String host = name().replace("[[", "[").replace("]]", "]");
      hosts.reaches(Sources.TELEMETRY, URI.create("jmx://" + host));
      its =
          JMXConnectorFactory.connect(
              new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + name() + "/jmxrmi"));
      connector = its;
    }
    return its.getMBeanServerConnection();
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
