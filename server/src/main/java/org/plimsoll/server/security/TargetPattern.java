package org.plimsoll.server.security;

import java.net.InetAddress;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.engine.spec.AddressRange;
import org.plimsoll.engine.spec.InvalidSpecException;

/**
 * A pattern of allowed targets: {@code redis://10.0.0.0/8:6379}, {@code *://*.db.example.com},
 * {@code redis://[fd00::/8]:6379-6390}, or {@code rocksdb:} for everything that a driver opens
 * without a host.
 *
 * @param scheme the scheme; {@code *} for any
 * @param host the host name, or a suffix that starts with {@code *.}; empty for addresses and for
 *     targets without a host
 * @param range the range of addresses; null for a host name
 * @param portMin the lowest port; 0 for any port
 */
record TargetPattern(
    String scheme, String host, @Nullable AddressRange range, int portMin, int portMax) {
  private static final Pattern FORM =
      Pattern.compile(
          "(?<scheme>\\*|[a-z][a-z0-9+.-]*):(?<rest>//(?<host>\\[[0-9a-fA-F:./]+]|[^:/\\[\\]]+"
              + "(?:/\\d{1,2})?)(?::(?<from>\\d{1,5})(?:-(?<to>\\d{1,5}))?)?)?");

  /** Parses a pattern. */
  static TargetPattern parse(String text) {
    Matcher matcher = FORM.matcher(text.toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw refused(text);
    }
    String host = matcher.group("host");
    if (host == null) {
      return new TargetPattern(matcher.group("scheme"), "", null, 0, 0);
    }
    String plain = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    Optional<AddressRange> range = AddressRange.parse(plain);
    boolean isName = plain.matches("\\*|(\\*\\.)?[a-z0-9_-]+(\\.[a-z0-9_-]+)*");
    if (range.isEmpty() && (!isName || plain.matches("[0-9.]+"))) {
      throw refused(text);
    }
    String from = matcher.group("from");
    String to = matcher.group("to");
    int portMin = from == null ? 0 : Integer.parseInt(from);
    return new TargetPattern(
        matcher.group("scheme"),
        range.isPresent() ? "" : plain,
        range.orElse(null),
        portMin,
        to == null ? portMin : Integer.parseInt(to));
  }

  private static InvalidSpecException refused(String text) {
    return new InvalidSpecException(
        "--allow-target: must be such as redis://10.0.0.0/8:6379, *://*.example.com,"
            + " redis://[fd00::/8] or rocksdb:, was '"
            + text
            + "'");
  }

  /** Whether the pattern allows a target of this scheme without a host. */
  boolean allows(String targetScheme) {
    return host.isEmpty() && range == null && matches(targetScheme);
  }

  /**
   * Whether the pattern allows a host with all of its addresses.
   *
   * @param port port; 0 if the target does not name one
   * @param addresses addresses of the name; empty if it cannot be resolved
   */
  boolean allows(String targetScheme, String name, int port, List<InetAddress> addresses) {
    boolean isPort = portMin == 0 || (port >= portMin && port <= portMax);
    return matches(targetScheme) && isPort && isHost(name, addresses);
  }

  private boolean matches(String targetScheme) {
    return scheme.equals("*") || scheme.equals(targetScheme);
  }

  private boolean isHost(String name, List<InetAddress> addresses) {
    AddressRange wanted = range;
    if (wanted != null) {
      return !addresses.isEmpty() && addresses.stream().allMatch(wanted::contains);
    }
    return host.equals("*")
        || (host.startsWith("*.") ? name.endsWith(host.substring(1)) : name.equals(host));
  }
}
