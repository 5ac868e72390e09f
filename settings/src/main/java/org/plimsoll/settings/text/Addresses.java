package org.plimsoll.settings.text;

import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Creates arguments that are addresses. Host names are not resolved. */
final class Addresses {
  private static final String HOST_PORT = "a host and a port from 1 to 65535";
  private static final Pattern PORT = Pattern.compile("\\d{1,5}");
  private static final Pattern NO_HOST = Pattern.compile("[\\s/@]");
  private static final Set<String> HTTP = Set.of("http", "https");

  private Addresses() {}

  /**
   * Creates an argument with a host and a port.
   *
   * @param scheme the name of the protocol, for the access policy of a server
   */
  static Argument<InetSocketAddress> hostPort(String scheme) {
    return Argument.of(
        "host:port",
        HOST_PORT,
        text -> withoutBrackets(address(text, "", 1)),
        address -> List.of(Reached.Hosts.of(scheme, address)));
  }

  /** Creates an argument with a host and a port. The brackets of an IPv6 address are kept. */
  static Argument<InetSocketAddress> bracketedHostPort(String scheme) {
    return Argument.of(
        "host:port",
        HOST_PORT,
        text -> address(text, "", 1),
        address -> List.of(Reached.Hosts.of(scheme, address)));
  }

  /** Creates an argument for a listening address: a port, optionally with a host. */
  static Argument<InetSocketAddress> port(String scheme, String defaultHost) {
    return Argument.of(
        "[host:]port",
        "a port from 0 to 65535, with or without a host",
        text -> withoutBrackets(address(text, defaultHost, 0)),
        address ->
            address.getHostString().equals(defaultHost)
                ? List.of()
                : List.of(Reached.Hosts.of(scheme, address)));
  }

  /** Creates an argument with an HTTP URL without a user. */
  static Argument<URI> http() {
    return Argument.of(
        "url",
        "an http or https URL without a user",
        text -> {
          URI uri = http(text);
          if (uri.getUserInfo() != null) {
            throw new IllegalArgumentException("must have no user name");
          }
          return uri;
        },
        uri -> List.of(Reached.Hosts.of(uri)));
  }

  /** Parses an HTTP URL. */
  static URI http(String text) {
    try {
      URI uri = new URI(text);
      if (uri.getScheme() != null && HTTP.contains(uri.getScheme()) && uri.getHost() != null) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException("must be a URL", e);
    }
    throw new IllegalArgumentException("must be an http or https URL with a host");
  }

  private static InetSocketAddress address(String text, String defaultHost, int leastPort) {
    int colon = text.lastIndexOf(':');
    String host = colon < 0 ? defaultHost : text.substring(0, colon);
    String port = text.substring(colon + 1);
    int number = PORT.matcher(port).matches() ? Integer.parseInt(port) : -1;
    if (host.isEmpty() || NO_HOST.matcher(host).find() || number < leastPort || number > 65_535) {
      throw new IllegalArgumentException("must be a host and a port");
    }
    return InetSocketAddress.createUnresolved(host, number);
  }

  private static InetSocketAddress withoutBrackets(InetSocketAddress address) {
    String host = address.getHostString().replace("[", "").replace("]", "");
    return InetSocketAddress.createUnresolved(host, address.getPort());
  }
}
