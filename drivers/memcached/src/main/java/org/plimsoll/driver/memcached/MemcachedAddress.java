package org.plimsoll.driver.memcached;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Where the servers are: {@code host[:port][,host[:port]…]}. */
record MemcachedAddress(List<Node> nodes) {
  private static final int DEFAULT_PORT = 11_211;

  record Node(String host, int port) {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  static MemcachedAddress parse(String text) {
    List<Node> nodes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      nodes.add(node(part.strip(), text));
    }
    if (nodes.stream().distinct().count() < nodes.size()) {
      throw new IllegalArgumentException("each server must be named once, was '" + text + "'");
    }
    return new MemcachedAddress(List.copyOf(nodes));
  }

  private static Node node(String part, String text) {
    int colon = part.lastIndexOf(':');
    boolean hasPort = colon >= 0 && colon > part.lastIndexOf(']');
    String host = hasPort ? part.substring(0, colon) : part;
    String port = hasPort ? part.substring(colon + 1) : String.valueOf(DEFAULT_PORT);
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    String bare = bracketed ? host.substring(1, host.length() - 1) : host;
    if (bare.isEmpty()
        || bare.contains("/")
        || (!bracketed && bare.contains(":"))
        || !port.matches("[0-9]{1,5}")
        || Integer.parseInt(port) > 65_535) {
      throw new IllegalArgumentException(
          "the address must be host:port[,host:port…], was '" + text + "'");
    }
    return new Node(bare, Integer.parseInt(port));
  }

  @Override
  public String toString() {
    return nodes.stream().map(Node::toString).collect(Collectors.joining(","));
  }
}
