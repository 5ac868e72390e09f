package org.plimsoll.engine.telemetry;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;

/**
 * Attributes of a JMX bean in another process. The connection is kept, and reopened after a
 * failure.
 */
final class JmxTelemetry implements TelemetrySource {
  private final InetSocketAddress address;
  private final String bean;
  private final List<String> attributes;
  private @Nullable JMXConnector connector;

  JmxTelemetry(InetSocketAddress address, String bean, List<String> attributes) {
    this.address = address;
    this.bean = bean;
    this.attributes = attributes;
  }

  @Override
  public String name() {
    return "jmx " + HostPort.of(address) + " " + bean;
  }

  @Override
  public Map<String, Double> read() throws IOException, JMException {
    try {
      MBeanServerConnection beans = connected().getMBeanServerConnection();
      ObjectName name = new ObjectName(bean);
      Map<String, Double> values = new LinkedHashMap<>();
      for (String attribute : attributes) {
        values.put(shortName(name) + "." + attribute, number(beans, name, attribute));
      }
      return values;
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  /** The user chose the process, like any target, and it is trusted to answer with JDK classes. */
  @SuppressWarnings("BanJNDI")
  private JMXConnector connected() throws IOException {
    JMXConnector its = connector;
    if (its == null) {
      its =
          JMXConnectorFactory.connect(
              new JMXServiceURL(
                  "service:jmx:rmi:///jndi/rmi://" + HostPort.of(address) + "/jmxrmi"));
      connector = its;
    }
    return its;
  }

  /** The bean's name property if it has one, since beans of one type share the type. */
  private static String shortName(ObjectName name) {
    String its = name.getKeyProperty("name");
    return its != null ? its : Objects.requireNonNullElse(name.getKeyProperty("type"), "bean");
  }

  private static double number(MBeanServerConnection beans, ObjectName name, String attribute)
      throws IOException, JMException {
    int dot = attribute.indexOf('.');
    Object value = beans.getAttribute(name, dot < 0 ? attribute : attribute.substring(0, dot));
    if (dot >= 0 && value instanceof CompositeData composite) {
      value = composite.get(attribute.substring(dot + 1));
    }
    return switch (value) {
      case Number number -> number.doubleValue();
      case Boolean flag -> flag ? 1 : 0;
      default -> throw new IOException("'" + attribute + "' is not a number");
    };
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
