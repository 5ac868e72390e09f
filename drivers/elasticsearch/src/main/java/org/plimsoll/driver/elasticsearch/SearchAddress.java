package org.plimsoll.driver.elasticsearch;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Where an index is: one or more nodes of a cluster, and its name. */
record SearchAddress(List<Node> nodes, String index) {
  private static final String DEFAULT_INDEX = "plimsoll";
  private static final int DEFAULT_PORT = 9200;
  private static final Pattern NODE =
      Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9a-fA-F:.]+])(?::([0-9]{1,5}))?");

  /** Lower case, and none of the characters that mean something in a URL or a pattern. */
  private static final Pattern INDEX = Pattern.compile("[a-z0-9][a-z0-9._-]{0,200}");

  /** A server. */
  record Node(String host, int port) {
    /** Without the brackets that an IPv6 address has in a URL. */
    String plainHost() {
      return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  SearchAddress {
    nodes = List.copyOf(nodes);
  }

  static SearchAddress parse(String address) {
    int slash = address.indexOf('/');
    String hosts = slash < 0 ? address : address.substring(0, slash);
    String index = slash < 0 ? "" : address.substring(slash + 1);
    List<Node> nodes = new ArrayList<>();
    for (String host : hosts.split(",", -1)) {
      Matcher node = NODE.matcher(host);
      int port = -1;
      if (node.matches()) {
        String text = node.group(2);
        port = text == null ? DEFAULT_PORT : Integer.parseInt(text);
      }
      if (port < 1 || port > 65_535) {
        throw new IllegalArgumentException(
            "the address must be host[:port][,host[:port]…][/index], was '" + address + "'");
      }
      nodes.add(new Node(node.group(1), port));
    }
    String name = index.isEmpty() ? DEFAULT_INDEX : index;
    if (!INDEX.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the index must be lower-case letters, digits, ., _ and -, beginning with a letter or"
              + " digit, was '"
              + name
              + "'");
    }
    return new SearchAddress(nodes, name);
  }

  @Override
  public String toString() {
    return String.join(",", nodes.stream().map(Node::toString).toList());
  }
}
