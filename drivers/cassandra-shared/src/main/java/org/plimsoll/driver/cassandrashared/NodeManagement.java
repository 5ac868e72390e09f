package org.plimsoll.driver.cassandrashared;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeMBeanException;
import javax.management.remote.JMXConnector;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.RefusedAddressException;
import org.plimsoll.api.kit.CheckedJmx;

/**
 * The management bean {@code StorageService} of one node, accessed through JMX as {@code nodetool}
 * does.
 *
 * @see <a
 *     href="https://cassandra.apache.org/doc/5.0/cassandra/managing/operating/metrics.html#jmx">JMX</a>
 */
final class NodeManagement implements AutoCloseable {
  private static final String STORAGE = "org.apache.cassandra.db:type=StorageService";
  private static final String TEXT = "java.lang.String";
  private static final String TEXTS = "[Ljava.lang.String;";
  private static final long POLL_MILLIS = 200;

  private final String address;
  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final ObjectName storage;

  private NodeManagement(String address, JMXConnector connector) throws IOException, JMException {
    this.address = address;
    this.connector = connector;
    server = connector.getMBeanServerConnection();
    storage = new ObjectName(STORAGE);
  }

  /**
   * Connects to a node.
   *
   * @param node its address with the JMX port
   */
  static NodeManagement connect(DriverContext context, InetSocketAddress node) throws IOException {
    String address = HostPort.of(node).toString();
    try {
      return new NodeManagement(
          address, CheckedJmx.connect(context, node, JmxSettings.login(context.settings())));
    } catch (RefusedAddressException e) {
      throw e;
    } catch (SecurityException e) {
      throw new IOException("JMX at " + address + " refuses the user: " + e.getMessage(), e);
    } catch (IOException | JMException e) {
      throw new IOException(
          "JMX cannot be reached at "
              + address
              + "; set jmx-port to the port of the nodes (JMX_PORT in cassandra-env.sh), which"
              + " must accept this host",
          e);
    }
  }

  private Object call(String operation, Object[] arguments, String... types) throws IOException {
    try {
      return server.invoke(storage, operation, arguments, types);
    } catch (RuntimeMBeanException | MBeanException e) {
      throw new IOException(address + ": " + innermost(e).getMessage(), e);
    } catch (JMException e) {
      throw new IOException(address + " has no " + operation + ": " + e.getMessage(), e);
    }
  }

  private static Throwable innermost(Throwable failure) {
    Throwable inner = failure;
    while (inner.getCause() != null) {
      inner = inner.getCause();
    }
    return inner;
  }

  String flush(String keyspace, String... tables) throws IOException {
    var _ = call("forceKeyspaceFlush", new Object[] {keyspace, tables}, TEXT, TEXTS);
    return "flushed";
  }

  String compact(String keyspace, String... tables) throws IOException {
    var _ =
        call(
            "forceKeyspaceCompaction",
            new Object[] {false, keyspace, tables},
            "boolean",
            TEXT,
            TEXTS);
    return "compacted";
  }

  String cleanUp(String keyspace, String... tables) throws IOException {
    Object status =
        call("forceKeyspaceCleanup", new Object[] {0, keyspace, tables}, "int", TEXT, TEXTS);
    if (!Integer.valueOf(0).equals(status)) {
      throw new IOException(address + " has not cleaned up all tables, status " + status);
    }
    return "cleaned up";
  }

  String snapshot(String tag, String keyspace) throws IOException {
    var _ =
        call(
            "takeSnapshot",
            new Object[] {tag, Map.of(), new String[] {keyspace}},
            TEXT,
            "java.util.Map",
            TEXTS);
    return "snapshot " + tag + " taken";
  }

  String dropSnapshot(String tag, String keyspace) throws IOException {
    var _ = call("clearSnapshot", new Object[] {tag, new String[] {keyspace}}, TEXT, TEXTS);
    return "snapshot " + tag + " deleted";
  }

  /** Starts a full repair of the node's primary ranges, and polls its status until it ends. */
  String repair(String keyspace, String... tables) throws IOException, InterruptedException {
    Map<String, String> options =
        Map.of(
            "primaryRange", "true",
            "incremental", "false",
            "parallelism", "parallel",
            "columnFamilies", String.join(",", tables));
    Object started = call("repairAsync", new Object[] {keyspace, options}, TEXT, "java.util.Map");
    if (Integer.valueOf(0).equals(started)) {
      return "nothing to repair, with one replica,";
    }
    while (true) {
      Object told = call("getParentRepairStatus", new Object[] {started}, "int");
      List<?> status = told instanceof List<?> list ? list : List.of();
      String state = status.isEmpty() ? "unknown" : String.valueOf(status.getFirst());
      if (state.equals("COMPLETED")) {
        return "repaired";
      }
      if (!state.equals("IN_PROGRESS")) {
        throw new IOException(
            "%s: the repair is %s: %s".formatted(address, state, status.stream().skip(1).toList()));
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  @Override
  public void close() throws IOException {
    connector.close();
  }
}
