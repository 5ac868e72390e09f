package org.plimsoll.driver.gremlin;

import java.util.List;
import org.plimsoll.api.HostPort;

/** Address of a Gremlin server: its hosts with one port, and the name of a traversal source. */
record GremlinAddress(List<HostPort> hosts, String source) {
  private static final int DEFAULT_PORT = 8182;
  private static final String DEFAULT_SOURCE = "g";

  static GremlinAddress parse(String text) {
    int slash = text.indexOf('/');
    String source = slash < 0 ? "" : text.substring(slash + 1);
    List<HostPort> hosts =
        HostPort.parseAll(slash < 0 ? text : text.substring(0, slash), DEFAULT_PORT)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host[:port][,host[:port]…][/source], was '" + text + "'"));
    if (hosts.stream().map(HostPort::port).distinct().count() > 1) {
      throw new IllegalArgumentException(
          "the hosts must have the same port, as the client library requires, was '" + text + "'");
    }
    if (!source.isEmpty() && !source.matches("[A-Za-z][A-Za-z0-9_]{0,99}")) {
      throw new IllegalArgumentException(
          "the traversal source must be letters, digits and _, as in gremlin://host/g, was '"
              + source
              + "'");
    }
    return new GremlinAddress(hosts, source.isEmpty() ? DEFAULT_SOURCE : source);
  }

  int port() {
    return hosts.getFirst().port();
  }

  @Override
  public String toString() {
    return HostPort.text(hosts);
  }
}
