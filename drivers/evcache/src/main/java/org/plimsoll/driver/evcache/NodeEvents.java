package org.plimsoll.driver.evcache;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import net.spy.memcached.ConnectionObserver;
import org.plimsoll.api.HostPort;

/**
 * Reports events when the connection to a node of a zone is lost, and when it is connected again.
 */
final class NodeEvents implements ConnectionObserver {
  private final String zone;
  private final Consumer<String> events;
  private final Consumer<SocketAddress> whenLost;
  private final Set<SocketAddress> lost = ConcurrentHashMap.newKeySet();

  NodeEvents(String zone, Consumer<String> events, Consumer<SocketAddress> whenLost) {
    this.zone = zone;
    this.events = events;
    this.whenLost = whenLost;
  }

  @Override
  public void connectionEstablished(SocketAddress node, int reconnects) {
    if (lost.remove(node)) {
      events.accept(named(node) + " is connected again");
    }
  }

  /** Called by the client again for each failed attempt to reconnect. */
  @Override
  public void connectionLost(SocketAddress node) {
    whenLost.accept(node);
    if (lost.add(node)) {
      events.accept(named(node) + " is not connected");
    }
  }

  private String named(SocketAddress node) {
    return "node " + HostPort.of((InetSocketAddress) node) + " of " + zone;
  }
}
