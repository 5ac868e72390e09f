package org.plimsoll.driver.elasticsearch;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.plimsoll.api.DriverContext;

/**
 * Resolves hosts, and checks each address with the engine before the client connects to it. This
 * covers the hosts of the target and those that the cluster reports.
 */
record CheckedHosts(DriverContext context) implements DnsResolver {
  @Override
  public List<InetSocketAddress> resolve(String host, int port) throws UnknownHostException {
    return Stream.of(addresses(host, port))
        .map(address -> new InetSocketAddress(address, port))
        .toList();
  }

  /** Not called for connections. They use the method with a port. */
  @Override
  public InetAddress[] resolve(String host) throws UnknownHostException {
    return addresses(host, 0);
  }

  private InetAddress[] addresses(String host, int port) throws UnknownHostException {
    try {
      return context.resolve(host, port);
    } catch (UnknownHostException e) {
      throw e;
    } catch (IOException e) {
      UnknownHostException refused = new UnknownHostException(e.getMessage());
      refused.initCause(e);
      throw refused;
    }
  }

  /** Returns the host unchanged. Only Kerberos, which is not used, needs a canonical name. */
  @Override
  public String resolveCanonicalHostname(String host) {
    return host;
  }
}
