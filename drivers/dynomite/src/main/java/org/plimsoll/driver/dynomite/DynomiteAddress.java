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
   * Returns the address for clients of a host. A host with a port keeps it. Otherwise, the result
   * is the address in the target, or the port of the target's first address if the host is not
   * there.
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
