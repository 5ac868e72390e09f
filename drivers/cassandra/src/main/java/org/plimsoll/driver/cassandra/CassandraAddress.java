package org.plimsoll.driver.cassandra;

import java.util.List;
import java.util.Locale;
import org.plimsoll.api.HostPort;

/** Address of a cluster: {@code host[:port][,host[:port]…][/keyspace]}. */
record CassandraAddress(List<HostPort> contactPoints, String keyspace) {
  private static final int DEFAULT_PORT = 9042;
  private static final String DEFAULT_KEYSPACE = "plimsoll";

  static CassandraAddress parse(String text) {
    int slash = text.indexOf('/');
    String keyspace = slash < 0 ? "" : text.substring(slash + 1);
    List<HostPort> contactPoints =
        HostPort.parseAll(slash < 0 ? text : text.substring(0, slash), DEFAULT_PORT)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host[:port][,host[:port]…][/keyspace], was '"
                        + text
                        + "'"));
    if (!keyspace.isEmpty() && !keyspace.matches("[A-Za-z][A-Za-z0-9_]{0,47}")) {
      throw new IllegalArgumentException(
          "the keyspace must be at most 48 letters, digits and _, starting with a letter, as in"
              + " cassandra://host/keyspace, was '"
              + keyspace
              + "'");
    }
    return new CassandraAddress(
        contactPoints, keyspace.isEmpty() ? DEFAULT_KEYSPACE : keyspace.toLowerCase(Locale.ROOT));
  }

  /** The contact points in the form of the target. */
  String hosts() {
    return HostPort.text(contactPoints);
  }
}
