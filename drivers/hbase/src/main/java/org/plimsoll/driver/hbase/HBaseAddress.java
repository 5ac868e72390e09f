package org.plimsoll.driver.hbase;

import java.util.List;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;

/**
 * Address of a table: {@code host[:port][,host[:port]…][/[namespace:]table]}.
 *
 * @param servers ZooKeeper, or region servers and masters, as the setting {@code registry} says
 */
record HBaseAddress(List<HostPort> servers, String namespace, String table) {
  private static final int ZOOKEEPER_PORT = 2181;
  private static final int REGION_SERVER_PORT = 16_020;
  private static final String DEFAULT_NAMESPACE = "default";
  private static final String DEFAULT_TABLE = "plimsoll";
  private static final Pattern TABLE =
      Pattern.compile("(?:([A-Za-z0-9_]+):)?([A-Za-z0-9_][A-Za-z0-9_.-]*)");

  static HBaseAddress parse(String text, Registry registry) {
    int slash = text.indexOf('/');
    int port = registry == Registry.ZOOKEEPER ? ZOOKEEPER_PORT : REGION_SERVER_PORT;
    List<HostPort> servers =
        HostPort.parseAll(slash < 0 ? text : text.substring(0, slash), port)
            .orElseThrow(() -> refused(text));
    String path = slash < 0 ? "" : text.substring(slash + 1);
    if (path.isEmpty()) {
      return new HBaseAddress(servers, DEFAULT_NAMESPACE, DEFAULT_TABLE);
    }
    var parts = TABLE.matcher(path);
    if (!parts.matches()) {
      throw refused(text);
    }
    String namespace = parts.group(1) == null ? DEFAULT_NAMESPACE : parts.group(1);
    if (namespace.equals("hbase")) {
      throw new IllegalArgumentException(
          "the table must not be one of HBase's own, was '" + path + "'");
    }
    return new HBaseAddress(servers, namespace, parts.group(2));
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "the address must be host[:port][,host[:port]…][/[namespace:]table], was '" + text + "'");
  }

  /** The table with its namespace, unless that is the default one. */
  String tableText() {
    return namespace.equals(DEFAULT_NAMESPACE) ? table : namespace + ':' + table;
  }

  boolean isInDefaultNamespace() {
    return namespace.equals(DEFAULT_NAMESPACE);
  }

  /** The servers, without the table. */
  @Override
  public String toString() {
    return HostPort.text(servers);
  }
}
