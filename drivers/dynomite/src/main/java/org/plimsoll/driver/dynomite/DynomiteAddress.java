package org.plimsoll.driver.dynomite;

import java.util.List;
import org.plimsoll.api.HostPort;

/** The addresses of nodes: {@code host[:port][,host[:port]…]}. */
record DynomiteAddress(List<HostPort> nodes) {
  private static final int DEFAULT_PORT = 8102;

  static DynomiteAddress parse(String text) {
    List<HostPort> nodes =
        HostPort.parseAll(text, DEFAULT_PORT)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host:port[,host:port…], was '" + text + "'"));
    return new DynomiteAddress(nodes);
  }

  /**
   * The address for clients of a host: as in the target if it is there, or with the port of the
   * first one, unless it has a port.
   */
  HostPort client(HostPort host) {
    if (host.port() != 0) {
      return host;
    }
    return nodes.stream()
        .filter(node -> node.host().equals(host.host()))
        .findFirst()
        .orElseGet(() -> new HostPort(host.host(), nodes.getFirst().port()));
  }
}
