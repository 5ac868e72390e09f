package org.plimsoll.driver.gremlin;

import java.util.List;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.ServersAddress;

/**
 * The address of a Gremlin server: its hosts, which have the same port, and the name of a traversal
 * source.
 */
record GremlinAddress(List<HostPort> hosts, String source) {
  private static final ServersAddress.Form FORM =
      ServersAddress.Form.servers(8182)
          .named(
              "source",
              "g",
              "[A-Za-z][A-Za-z0-9_]{0,99}",
              "at most 100 letters, digits and _, starting with a letter");

  static GremlinAddress parse(String text) {
    ServersAddress address = FORM.parse(text);
    if (address.servers().stream().map(HostPort::port).distinct().count() > 1) {
      throw new IllegalArgumentException(
          "the hosts must have the same port, as the client library requires, was '" + text + "'");
    }
    return new GremlinAddress(address.servers(), address.name());
  }

  int port() {
    return hosts.getFirst().port();
  }

  @Override
  public String toString() {
    return HostPort.text(hosts);
  }
}
