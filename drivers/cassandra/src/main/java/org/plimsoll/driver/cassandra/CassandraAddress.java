package org.plimsoll.driver.cassandra;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Where the nodes are: {@code host[:port][,host[:port]…][/keyspace]}. */
record CassandraAddress(List<ContactPoint> contactPoints, String keyspace) {
  private static final int DEFAULT_PORT = 9042;
  private static final String DEFAULT_KEYSPACE = "plimsoll";

  record ContactPoint(String host, int port) {
    @Override
    public String toString() {
      return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
  }

  static CassandraAddress parse(String text) {
    int slash = text.indexOf('/');
    String keyspace = slash < 0 ? "" : text.substring(slash + 1);
    List<ContactPoint> contactPoints = new ArrayList<>();
    for (String part : (slash < 0 ? text : text.substring(0, slash)).split(",", -1)) {
      contactPoints.add(contactPoint(part.strip(), text));
    }
    if (!keyspace.isEmpty() && !keyspace.matches("[A-Za-z][A-Za-z0-9_]{0,47}")) {
      throw new IllegalArgumentException(
          "the keyspace must be at most 48 letters, digits and _, beginning with a letter, as in"
              + " cassandra://host/keyspace, was '"
              + keyspace
              + "'");
    }
    return new CassandraAddress(
        List.copyOf(contactPoints),
        keyspace.isEmpty() ? DEFAULT_KEYSPACE : keyspace.toLowerCase(Locale.ROOT));
  }

  /** The contact points as a user would write them. */
  String hosts() {
    return contactPoints.stream().map(ContactPoint::toString).collect(Collectors.joining(","));
  }

  private static ContactPoint contactPoint(String part, String text) {
    int colon = part.lastIndexOf(':');
    boolean hasPort = colon >= 0 && colon > part.lastIndexOf(']');
    String host = hasPort ? part.substring(0, colon) : part;
    String port = hasPort ? part.substring(colon + 1) : String.valueOf(DEFAULT_PORT);
    if (host.isEmpty() || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
      throw new IllegalArgumentException(
          "the address must be host[:port][,host[:port]…][/keyspace], was '" + text + "'");
    }
    boolean bracketed = host.startsWith("[") && host.endsWith("]");
    return new ContactPoint(
        bracketed ? host.substring(1, host.length() - 1) : host, Integer.parseInt(port));
  }
}
