package org.plimsoll.api;

import java.util.Map;

/**
 * A server that discovery has found: a node of a target, or a generator of a fleet.
 *
 * @param host a name or an address, without brackets
 * @param port port of the server; 0 if unknown
 * @param zone the availability zone or rack; empty if unknown
 * @param region the region or datacenter; empty if unknown
 * @param metadata further facts of the source by name; contains no secrets
 * @param healthy false if the source reports that the node does not serve
 */
public record DiscoveredNode(
    String host,
    int port,
    String zone,
    String region,
    Map<String, String> metadata,
    boolean healthy) {
  private static final int MAX_PORT = 65_535;

  public DiscoveredNode {
    if (host.isEmpty()
        || host.length() > 255
        || !host.chars().allMatch(DiscoveredNode::mayBeHost)) {
      throw new IllegalArgumentException("a node must have a host, was '" + host + "'");
    }
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("a node must have a port up to 65535, was '" + port + "'");
    }
    metadata = Map.copyOf(metadata);
  }

  /** Creates a healthy node without further facts. */
  public static DiscoveredNode of(String host, int port) {
    return new DiscoveredNode(host, port, "", "", Map.of(), true);
  }

  /**
   * Returns whether a character may occur in a name or an address. None of these characters ends
   * the host in a URI.
   */
  private static boolean mayBeHost(int c) {
    return c < 128 && (Character.isLetterOrDigit(c) || ".-_:%".indexOf(c) >= 0);
  }

  /** Returns a copy of the node in another zone and region. */
  public DiscoveredNode in(String newZone, String newRegion) {
    return new DiscoveredNode(host, port, newZone, newRegion, metadata, healthy);
  }

  /** Returns the host and port, with the default port if the node has none. */
  public HostPort address(int defaultPort) {
    return new HostPort(host, port == 0 ? defaultPort : port);
  }

  /** Returns the host as in a URI, followed by the port if it is known. */
  public String authority() {
    String shown = new HostPort(host, port).toString();
    return port == 0 ? shown.substring(0, shown.lastIndexOf(':')) : shown;
  }
}
