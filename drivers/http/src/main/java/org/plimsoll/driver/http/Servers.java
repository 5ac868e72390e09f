package org.plimsoll.driver.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.plimsoll.api.DiscoveredNode;

/**
 * The servers of a service: the server in the target's address, or the nearest servers that
 * discovery has found. Connections use them in turn.
 */
final class Servers {
  private final HttpAddress address;
  private final AtomicInteger turns = new AtomicInteger();
  private volatile List<HttpAddress> servers;

  Servers(HttpAddress address) {
    this.address = address;
    servers = List.of(address);
  }

  /** Returns the number of a new connection, which selects its server. */
  int turn() {
    return turns.getAndIncrement();
  }

  /** Returns the server for a connection. */
  HttpAddress of(int turn) {
    List<HttpAddress> current = servers;
    return current.get(Math.floorMod(turn, current.size()));
  }

  /** Replaces the servers. A node without a port gets the port of the address. */
  void change(List<DiscoveredNode> nodes) {
    servers =
        nodes.stream()
            .map(node ->
                new HttpAddress(
                    node.host(),
                    node.port() == 0 ? address.port() : node.port(),
                    address.basePath()))
            .toList();
  }
}
