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
 * Resolves hosts, and checks each address with the engine before the client connects to it. This
 * covers the hosts of the target and the members that a replica set reports. The client library
 * does not pass the port. Therefore, a host is checked with each of its ports in the target. A host
 * that is not in the target is checked with all ports in the target.
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
