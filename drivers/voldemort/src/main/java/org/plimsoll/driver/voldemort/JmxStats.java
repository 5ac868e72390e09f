package org.plimsoll.driver.voldemort;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.SettingValues;
import org.plimsoll.api.kit.NodeTelemetry;

/**
 * Reads a server's statistics of the store, and those of its JVM, through JMX. The protocols of
 * Voldemort have no request for statistics. A call to a server that does not answer has no timeout,
 * so no lock is held during calls.
 */
final class JmxStats implements AutoCloseable {
  private static final double MILLIS_PER_SECOND = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  /** Attributes of the store's statistics that are added up over the nodes. */
  private static final Map<String, String> SUMS =
      Map.of(
          "GetThroughput", "gets_per_second",
          "PutThroughput", "puts_per_second",
          "GetVersionsThroughput", "get_versions_per_second",
          "GetAllThroughput", "get_alls_per_second",
          "DeleteThroughput", "deletes_per_second",
          "numberOfObsoleteVersions", "recent_obsolete_versions",
          "numberOfExceptions", "recent_exceptions");

  /** Attributes in milliseconds, of which the highest of all nodes is shown. */
  private static final Map<String, String> MILLIS =
      Map.of(
          "averageGetCompletionTimeInMs", "get_mean_seconds",
          "q99GetLatencyInMs", "get_p99_seconds",
          "averagePutCompletionTimeInMs", "put_mean_seconds",
          "q99PutLatencyInMs", "put_p99_seconds");

  private final int port;
  private final String user;
  private final String password;
  private final String store;
  private final Resolver resolver;
  private final Map<HostPort, JMXConnector> connectors = new ConcurrentHashMap<>();
  private volatile boolean closed;

  /** Resolves a host and port to an address that may be connected to. */
  interface Resolver {
    InetSocketAddress resolve(HostPort server) throws IOException;
  }

  JmxStats(SettingValues settings, String store, Resolver resolver) {
    port = Math.toIntExact(settings.get(VoldemortSettings.JMX_PORT));
    user = settings.get(VoldemortSettings.JMX_USER);
    password = settings.get(VoldemortSettings.JMX_PASSWORD);
    this.store = store;
    this.resolver = resolver;
  }

  /** Adds the statistics of a node; nothing without a port. */
  void read(HostPort node, NodeTelemetry into) throws IOException {
    if (port == 0) {
      return;
    }
    try {
      MBeanServerConnection server = connector(node).getMBeanServerConnection();
      ofStore(server, node.toString(), into);
      ofJvm(server, node.toString(), into);
    } catch (IOException | JMException | SecurityException e) {
      drop(node);
      throw new IOException(
          "JMX cannot be read at "
              + new HostPort(node.host(), port)
              + "; set jmx-port to the port of the nodes, which must accept this host",
          e);
    }
  }

  @SuppressWarnings("BanJNDI") // the user's own node, as jconsole connects to it
  private JMXConnector connector(HostPort node) throws IOException {
    JMXConnector known = connectors.get(node);
    if (known == null) {
      InetSocketAddress found = resolver.resolve(new HostPort(node.host(), port));
      String address = new HostPort(found.getAddress().getHostAddress(), port).toString();
      Map<String, Object> environment =
          user.isEmpty()
              ? Map.of()
              : Map.of(JMXConnector.CREDENTIALS, new String[] {user, password});
      known =
          JMXConnectorFactory.connect(
              new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi"),
              environment);
      JMXConnector replaced = connectors.put(node, known);
      if (replaced != null) {
        closeLater(replaced);
      }
      if (closed) {
        drop(node); // it may have been added after the others were closed
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

  /** Closes a connection on another thread, since that is a call, too. */
  private static void closeLater(JMXConnector connector) {
    Thread _ =
        Thread.startVirtualThread(() -> {
          try {
            connector.close();
          } catch (IOException e) {
            // The server is gone, and its connection with it.
          }
        });
  }

  /** The domain has the name of the cluster before it, if the server is configured so. */
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

  /** Reads attributes of a bean; the values have the names under which they are shown. */
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
