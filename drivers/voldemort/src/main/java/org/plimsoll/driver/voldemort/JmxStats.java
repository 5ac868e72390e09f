package org.plimsoll.driver.voldemort;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.CheckedJmx;
import org.plimsoll.api.kit.Credentials;
import org.plimsoll.api.kit.NodeTelemetry;

/**
 * Reads statistics of the store and of the server's JVM through JMX, because the protocols of
 * Voldemort have no request for statistics. JMX calls to an unresponsive server have no timeout, so
 * no lock is held during calls.
 */
final class JmxStats implements AutoCloseable {
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Attributes of the store that are summed over the nodes. */
  private static final Map<String, String> SUMS =
      Map.of(
          "GetThroughput", "gets_per_second",
          "PutThroughput", "puts_per_second",
          "GetVersionsThroughput", "get_versions_per_second",
          "GetAllThroughput", "get_alls_per_second",
          "DeleteThroughput", "deletes_per_second",
          "numberOfObsoleteVersions", "recent_obsolete_versions",
          "numberOfExceptions", "recent_exceptions");

  /** Attributes in milliseconds, whose maximum over the nodes is reported. */
  private static final Map<String, String> MILLIS =
      Map.of(
          "averageGetCompletionTimeInMs", "get_mean_seconds",
          "q99GetLatencyInMs", "get_p99_seconds",
          "averagePutCompletionTimeInMs", "put_mean_seconds",
          "q99PutLatencyInMs", "put_p99_seconds");

  private final DriverContext context;
  private final int port;
  private final Optional<Credentials> login;
  private final String store;
  private final Map<HostPort, JMXConnector> connectors = new ConcurrentHashMap<>();
  private volatile boolean closed;

  JmxStats(DriverContext context, String store) {
    this.context = context;
    SettingValues settings = context.settings();
    port = Math.toIntExact(settings.get(VoldemortSettings.JMX_PORT));
    String user = settings.get(VoldemortSettings.JMX_USER);
    login =
        user.isEmpty()
            ? Optional.empty()
            : Optional.of(new Credentials(user, settings.get(VoldemortSettings.JMX_PASSWORD)));
    this.store = store;
  }

  /** Adds the statistics of a node. Without a JMX port, adds nothing. */
  void read(HostPort node, NodeTelemetry into) throws IOException {
    if (port == 0) {
      return;
    }
    try {
      MBeanServerConnection server = connector(node).getMBeanServerConnection();
      ofStore(server, node.toString(), into);
      ofJvm(server, node.toString(), into);
    } catch (RefusedAddressException e) {
      drop(node);
      throw e;
    } catch (IOException | JMException | SecurityException e) {
      drop(node);
      throw new IOException(
          "JMX cannot be read at "
              + new HostPort(node.host(), port)
              + "; set jmx-port to the port of the nodes, which must accept this host",
          e);
    }
  }

  private JMXConnector connector(HostPort node) throws IOException {
    JMXConnector known = connectors.get(node);
    if (known == null) {
      known =
          CheckedJmx.connect(context, InetSocketAddress.createUnresolved(node.host(), port), login);
      JMXConnector replaced = connectors.put(node, known);
      if (replaced != null) {
        closeLater(replaced);
      }
      if (closed) {
        drop(node); // The connection may have been added after the others were closed.
        throw new IOException("the target is closed");
      }
    }
    return known;
  }

  /** Closes the connection to a node, if there is one, without waiting. */
  void drop(HostPort node) {
    JMXConnector broken = connectors.remove(node);
    if (broken != null) {
      closeLater(broken);
    }
  }

  /** Closes a connection on another thread, because closing is also a call that may block. */
  private static void closeLater(JMXConnector connector) {
    Thread _ =
        Thread.startVirtualThread(() -> {
          try {
            connector.close();
          } catch (IOException e) {
            // The server and its connection no longer exist.
          }
        });
  }

  /**
   * Adds the statistics of the store. Depending on the server's configuration, the name of the
   * cluster precedes the JMX domain.
   */
  private void ofStore(MBeanServerConnection server, String node, NodeTelemetry into)
      throws IOException, JMException {
    ObjectName pattern =
        new ObjectName("*voldemort.store.stats:type=" + ObjectName.quote(store) + ",*");
    ObjectName plain = new ObjectName("*voldemort.store.stats:type=" + store + ",*");
    var names = server.queryNames(plain, null);
    if (names.isEmpty()) {
      names = server.queryNames(pattern, null);
    }
    for (ObjectName name : names) {
      values(server, name, SUMS).forEach((metric, value) -> into.sum(node, metric, value));
      values(server, name, MILLIS)
          .forEach((metric, value) -> into.max(node, metric, value / MILLIS_PER_SECOND));
    }
  }

  /** Reads attributes of a bean. The result contains the values by their displayed names. */
  private static Map<String, Double> values(
      MBeanServerConnection server, ObjectName bean, Map<String, String> metrics)
      throws IOException, JMException {
    Map<String, Double> values = new TreeMap<>();
    String[] attributes = metrics.keySet().toArray(String[]::new);
    for (Attribute each : server.getAttributes(bean, attributes).asList()) {
      values.put(metrics.getOrDefault(each.getName(), each.getName()), number(each.getValue()));
    }
    return values;
  }

  private static void ofJvm(MBeanServerConnection server, String node, NodeTelemetry into)
      throws IOException, JMException {
    Object heap = server.getAttribute(new ObjectName("java.lang:type=Memory"), "HeapMemoryUsage");
    if (heap instanceof CompositeData usage) {
      into.sum(node, "heap_used_bytes", number(usage.get("used")));
    }
    Object cpu =
        server.getAttribute(new ObjectName("java.lang:type=OperatingSystem"), "ProcessCpuTime");
    into.sum(node, "cpu_seconds_total", number(cpu) / NANOS_PER_SECOND);
    double collected = 0;
    for (ObjectName each :
        server.queryNames(new ObjectName("java.lang:type=GarbageCollector,*"), null)) {
      collected += number(server.getAttribute(each, "CollectionTime"));
    }
    into.sum(node, "gc_seconds_total", collected / MILLIS_PER_SECOND);
  }

  private static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : 0;
  }

  @Override
  public void close() {
    closed = true;
    connectors.keySet().forEach(this::drop);
  }
}
