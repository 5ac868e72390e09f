package org.plimsoll.driver.http;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.plimsoll.api.DiscoveredNode;

/**
 * The servers of a service: the one of the target's address, or the nearest ones that discovery has
 * found. Connections take turns.
 */
final class Servers {
  private final HttpAddress address;
  private final AtomicInteger turns = new AtomicInteger();
  private volatile List<HttpAddress> servers;

  Servers(HttpAddress address) {
    this.address = address;
    servers = List.of(address);
  }

  /** The number of a new connection. */
  int turn() {
    return turns.getAndIncrement();
  }

  /** The server of a connection. */
  HttpAddress of(int turn) {
    List<HttpAddress> current = servers;
    return current.get(Math.floorMod(turn, current.size()));
  }

  /** Replaces the servers; a node without a port has that of the address. */
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
