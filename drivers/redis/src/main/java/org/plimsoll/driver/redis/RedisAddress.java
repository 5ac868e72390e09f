package org.plimsoll.driver.redis;

import java.util.ArrayList;
import java.util.List;

/** Where the servers are: {@code host[:port][,host[:port]…][/database]}. */
record RedisAddress(List<Node> nodes, int database) {
  private static final int DEFAULT_PORT = 6379;

  record Node(String host, int port) {}

  static RedisAddress parse(String text) {
    int slash = text.indexOf('/');
    String database = slash < 0 ? "" : text.substring(slash + 1);
    List<Node> nodes = new ArrayList<>();
    for (String part : (slash < 0 ? text : text.substring(0, slash)).split(",", -1)) {
      nodes.add(node(part.strip(), text));
    }
    if (!database.matches("[0-9]{0,6}")) {
      throw new IllegalArgumentException(
          "the database must be a number, as in redis://host:6379/2, was '" + database + "'");
    }
    return new RedisAddress(
        List.copyOf(nodes), database.isEmpty() ? 0 : Integer.parseInt(database));
  }

  private static Node node(String part, String text) {
    int colon = part.lastIndexOf(':');
    boolean hasPort = colon >= 0 && colon > part.lastIndexOf(']');
    String host = hasPort ? part.substring(0, colon) : part;
    String port = hasPort ? part.substring(colon + 1) : String.valueOf(DEFAULT_PORT);
    if (host.isEmpty() || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
      throw new IllegalArgumentException(
          "the address must be host:port[,host:port…][/database], was '" + text + "'");
    }
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    return new Node(
        bracketed ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port));
  }
}
