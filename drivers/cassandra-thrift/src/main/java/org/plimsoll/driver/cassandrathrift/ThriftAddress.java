package org.plimsoll.driver.cassandrathrift;

import java.util.List;
import org.plimsoll.api.HostPort;

/** Address of a cluster: {@code host[:port][,host[:port]…][/keyspace]}. */
record ThriftAddress(List<HostPort> hosts, String keyspace) {
  private static final int DEFAULT_PORT = 9160;
  private static final String DEFAULT_KEYSPACE = "plimsoll";

  static ThriftAddress parse(String text) {
    int slash = text.indexOf('/');
    String keyspace = slash < 0 ? "" : text.substring(slash + 1);
    List<HostPort> hosts =
        HostPort.parseAll(slash < 0 ? text : text.substring(0, slash), DEFAULT_PORT)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host[:port][,host[:port]…][/keyspace], was '"
                        + text
                        + "'"));
    if (!keyspace.isEmpty() && !keyspace.matches("[A-Za-z][A-Za-z0-9_]{0,47}")) {
      throw new IllegalArgumentException(
          "the keyspace must be at most 48 letters, digits and _, starting with a letter, as in"
              + " cassandra-thrift://host/keyspace, was '"
              + keyspace
              + "'");
    }
    return new ThriftAddress(hosts, keyspace.isEmpty() ? DEFAULT_KEYSPACE : keyspace);
  }

  /** The hosts in the form of the target. */
  String text() {
    return HostPort.text(hosts);
  }
}
