package org.plimsoll.fleet.cluster;

import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.typed.Cluster;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * A host and a TCP port on which nodes of a fleet connect to each other.
 *
 * @param host host name or IP address; an IPv6 address has no brackets
 */
public record NodeAddress(String host, int port) {
  /** The default port. */
  public static final int PORT = 7460;

  /**
   * Parses {@code host}, {@code host:port} or {@code [address]:port}.
   *
   * @param option name of the option, used in error messages
   */
  public static NodeAddress parse(String option, String text) {
    int colon = text.lastIndexOf(':');
    boolean isBracketed = text.startsWith("[");
    boolean hasPort = colon > 0 && (isBracketed ? text.charAt(colon - 1) == ']' : true);
    String host = hasPort ? text.substring(0, colon) : text;
    if (isBracketed && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    }
    String port = hasPort ? text.substring(colon + 1) : String.valueOf(PORT);
    boolean isHost =
        isBracketed ? host.matches("[0-9A-Fa-f]*:[0-9A-Fa-f:.]*") : host.matches("[\\w.-]+");
    if (!isHost || !port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > 65_535) {
      throw new InvalidSpecException(
          option + ": must be a host and a port such as 10.0.0.5:" + PORT + ", was '" + text + "'");
    }
    return new NodeAddress(host, Integer.parseInt(port));
  }

  static NodeAddress of(Address address) {
    return new NodeAddress(address.getHost().orElse(""), address.getPort().orElse(0));
  }

  /** Returns the address of the node's actor system. */
  Address in(Cluster cluster) {
    return new Address(cluster.selfMember().address().protocol(), ClusterConfig.SYSTEM, host, port);
  }

  /** Returns the text in the form that {@link #parse} accepts. */
  @Override
  public String toString() {
    return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
  }
}
