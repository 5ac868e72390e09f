package org.plimsoll.driver.hbase;

import java.util.List;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.ServersAddress;

/**
 * The address of a table: {@code host[:port][,host[:port]…][/[namespace:]table]}.
 *
 * @param servers ZooKeeper servers, or region servers and masters, depending on the setting {@code
 *     registry}
 */
record HBaseAddress(List<HostPort> servers, String namespace, String table) {
  private static final int ZOOKEEPER_PORT = 2181;
  private static final int REGION_SERVER_PORT = 16_020;
  private static final String DEFAULT_NAMESPACE = "default";
  private static final String DEFAULT_TABLE = "plimsoll";

  static HBaseAddress parse(String text, Registry registry) {
    int port = registry == Registry.ZOOKEEPER ? ZOOKEEPER_PORT : REGION_SERVER_PORT;
    ServersAddress address =
        ServersAddress.Form.servers(port)
            .named(
                "table",
                DEFAULT_TABLE,
                "(?:[A-Za-z0-9_]+:)?[A-Za-z0-9_][A-Za-z0-9_.-]*",
                "[namespace:]table, with letters, digits and _; the table may also have - and .")
            .parse(text);
    String table = address.name();
    int colon = table.indexOf(':');
    String namespace = colon < 0 ? DEFAULT_NAMESPACE : table.substring(0, colon);
    if (namespace.equals("hbase")) {
      throw new IllegalArgumentException(
          "the table must not be a system table of HBase, was '" + table + "'");
    }
    return new HBaseAddress(address.servers(), namespace, table.substring(colon + 1));
  }

  /** Returns the table with its namespace, which is omitted if it is the default one. */
  String tableText() {
    return namespace.equals(DEFAULT_NAMESPACE) ? table : namespace + ':' + table;
  }

  boolean isInDefaultNamespace() {
    return namespace.equals(DEFAULT_NAMESPACE);
  }

  /** Returns the servers, without the table. */
  @Override
  public String toString() {
    return HostPort.text(servers);
  }
}
