package org.plimsoll.driver.mongodb;

import com.mongodb.spi.dns.InetAddressResolver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.plimsoll.api.DriverContext;
import org.plimsoll.api.HostPort;

/**
 * Asks the engine about each address before the client connects to it: those of the target, and
 * those of the members that a replica set names. The client library does not say the port: a host
 * is checked with each port that the target names for it, or else for any host.
 */
record CheckedHosts(DriverContext context, List<HostPort> nodes) implements InetAddressResolver {
  @Override
  public List<InetAddress> lookupByName(String host) throws UnknownHostException {
    Set<Integer> ports = new TreeSet<>();
    nodes.stream().filter(node -> node.host().equals(host)).forEach(node -> ports.add(node.port()));
    if (ports.isEmpty()) {
      nodes.forEach(node -> ports.add(node.port()));
    }
    List<InetAddress> found = List.of();
    for (int port : ports) {
      found = addresses(host, port);
    }
    return found;
  }

  private List<InetAddress> addresses(String host, int port) throws UnknownHostException {
    try {
      return List.of(context.resolve(host, port));
    } catch (UnknownHostException e) {
      throw e;
    } catch (IOException e) {
      UnknownHostException refused = new UnknownHostException(e.getMessage());
      refused.initCause(e);
      throw refused;
    }
  }
}
