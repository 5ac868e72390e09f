package org.plimsoll.driver.dynomite;

import java.util.List;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.ServersAddress;

/** The addresses of nodes: {@code host[:port][,host[:port]…]}. */
record DynomiteAddress(List<HostPort> nodes) {
  private static final ServersAddress.Form FORM = ServersAddress.Form.servers(8102);

  static DynomiteAddress parse(String text) {
    return new DynomiteAddress(FORM.parse(text).servers());
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
