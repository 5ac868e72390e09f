package org.plimsoll.api;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The host and port of a server, read and printed as in URIs. An IPv6 address has brackets, as in
 * {@code [::1]:6379}, to separate its own colons from the colon before the port.
 *
 * @param host a name or an address, without brackets
 */
public record HostPort(String host, int port) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?:\\[([0-9a-fA-F:.]+(?:%[^\\[\\]\\s]+)?)]|([^\\[\\]:/,\\s]+))(?::(\\d{1,5}))?");
  private static final int MAX_PORT = 65_535;

  public static HostPort of(InetSocketAddress address) {
    return new HostPort(address.getHostString(), address.getPort());
  }

  /**
   * Parses {@code host}, {@code host:port}, {@code [::1]} or {@code [::1]:port}; empty if invalid.
   */
  public static Optional<HostPort> parse(String text, int defaultPort) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String host = parts.group(1) == null ? parts.group(2) : parts.group(1);
    int port = parts.group(3) == null ? defaultPort : Integer.parseInt(parts.group(3));
    return port > MAX_PORT ? Optional.empty() : Optional.of(new HostPort(host, port));
  }

  /**
   * Parses servers that are separated by commas, with or without spaces around them; empty if one
   * is invalid.
   */
  public static Optional<List<HostPort>> parseAll(String text, int defaultPort) {
    List<HostPort> all = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Optional<HostPort> server = parse(part.strip(), defaultPort);
      if (server.isEmpty()) {
        return Optional.empty();
      }
      all.add(server.get());
    }
    return Optional.of(List.copyOf(all));
  }

  /** Prints servers, separated by commas. */
  public static String text(List<HostPort> servers) {
    return servers.stream().map(HostPort::toString).collect(Collectors.joining(","));
  }

  @Override
  public String toString() {
    return (host.indexOf(':') < 0 ? host : '[' + host + ']') + ':' + port;
  }
}
