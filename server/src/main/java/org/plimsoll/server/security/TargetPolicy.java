package org.plimsoll.server.security;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.Driver;
import org.plimsoll.api.Driver.Capability;
import org.plimsoll.api.Setting;
import org.plimsoll.engine.spec.ForbiddenAddresses;
import org.plimsoll.engine.spec.InvalidSpecException;
import org.plimsoll.engine.spec.RunSpec.TargetSpec;

/**
 * The targets that runs may use. Names are resolved, and each address is checked. Link-local and
 * cloud metadata addresses, which serve secrets, are never allowed, whatever the patterns.
 */
public final class TargetPolicy {
  private static final Pattern HOST =
      Pattern.compile("(?<host>\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+)(?::(?<port>\\d{1,5}))?");

  /** The start of a target whose address starts with hosts. */
  private static final Pattern NAMES_HOSTS = Pattern.compile("(?:[a-z][a-z0-9+.-]*:)+//");

  private static final Pattern SCHEMES = Pattern.compile("(?:[a-z][a-z0-9+.-]*:)+");

  /** The start of properties in a JDBC URL, which may name hosts. */
  private static final Pattern PROPERTIES = Pattern.compile("[?;]");

  private static final String JDBC = "jdbc";

  /** Resolves a name to its addresses. */
  @FunctionalInterface
  interface Resolver {
    InetAddress[] resolve(String name) throws UnknownHostException;
  }

  private final List<TargetPattern> patterns;
  private final boolean allowsAll;
  private final boolean allowsWithin;
  private final Resolver resolver;

  private record Host(String name, int port) {}

  private TargetPolicy(
      List<String> patterns, boolean allowsAll, boolean allowsWithin, Resolver resolver) {
    this.patterns = patterns.stream().map(TargetPattern::parse).toList();
    this.allowsAll = allowsAll;
    this.allowsWithin = allowsWithin;
    this.resolver = resolver;
  }

  /** Returns a policy that allows all addresses except those that are never allowed. */
  public static TargetPolicy everything() {
    return new TargetPolicy(List.of(), true, true, InetAddress::getAllByName);
  }

  /** Returns a policy that allows loopback targets and embedded stores. */
  public static TargetPolicy local() {
    return new TargetPolicy(
        List.of("*://127.0.0.0/8", "*://[::1]"), false, true, InetAddress::getAllByName);
  }

  /**
   * Creates a policy that allows targets that match one of the patterns.
   *
   * @throws InvalidSpecException if a pattern is invalid
   */
  public static TargetPolicy of(List<String> patterns) {
    return of(patterns, InetAddress::getAllByName);
  }

  static TargetPolicy of(List<String> patterns, Resolver resolver) {
    return new TargetPolicy(patterns, false, false, resolver);
  }

  /**
   * Checks that a run may use a target.
   *
   * @throws InvalidSpecException if no pattern allows the connection
   */
  void check(TargetSpec target, Function<String, Driver> drivers) {
    if (!target.parts().isEmpty()) {
      target.parts().values().forEach(part -> check(part, drivers));
      return;
    }
    if (target.discovery() != null) {
      return; // its hosts are checked when they are discovered
    }
    Driver driver = drivers.apply(target.scheme());
    boolean isWithin =
        driver.capabilities().contains(Capability.EMBEDDED)
            || driver.capabilities().contains(Capability.SIMULATED);
    if (isWithin) {
      if (!allowsWithin && patterns.stream().noneMatch(each -> each.allows(target.scheme()))) {
        throw refused("target", target.uri());
      }
      return;
    }
    Optional<List<Host>> hosts = hosts(target.address());
    boolean isElsewhere =
        hosts.isEmpty()
            || !NAMES_HOSTS.matcher(target.uri()).lookingAt()
            || mayNameOthers(target.address());
    if (isElsewhere && !allowsAll) {
      if (!allowsAllOf(target.scheme())) {
        throw refused("target", target.uri());
      }
      return;
    }
    hosts.orElse(List.of()).forEach(host -> check("target", target.scheme(), host, target.uri()));
  }

  /**
   * Checks that a driver may connect to the hosts in one of its settings.
   *
   * @throws InvalidSpecException if no pattern allows the connection
   */
  void check(String path, String scheme, Setting<?> setting, String text) {
    if (text.isEmpty()) {
      return;
    }
    switch (setting.reach()) {
      case NOTHING, FILES, CODE -> {}
      case HOSTS -> {
        for (String each : text.split(",", -1)) {
          checkHosts(path, scheme, each.strip());
        }
      }
      case ANYTHING -> {
        if (!allowsAll && !allowsAllOf(scheme)) {
          throw new InvalidSpecException(
              path
                  + ": can refer to any host, so it must be empty unless this server allows all "
                  + scheme
                  + ": targets (--allow-target "
                  + scheme
                  + ":)");
        }
      }
    }
  }

  /**
   * Checks that hosts other than the target may be used.
   *
   * @param path the setting that names the hosts
   * @param authority hosts with their ports, as in a URI
   * @throws InvalidSpecException if no pattern allows the connection
   */
  void checkHosts(String path, String scheme, String authority) {
    String shown = authority.substring(authority.lastIndexOf('@') + 1);
    Optional<List<Host>> hosts = hosts(authority);
    if (hosts.isEmpty()) {
      throw new InvalidSpecException(
          path + ": must name hosts that can be checked, was '" + shown + "'");
    }
    if (mayNameOthers(authority) && !allowsAll) {
      throw refused(path, shown);
    }
    hosts.get().forEach(host -> check(path, scheme, host, shown));
  }

  /**
   * Checks the hosts of a database.
   *
   * @param authority hosts with their ports; null if the URL names them in another way
   * @throws InvalidSpecException if no pattern allows the connection
   */
  void checkDatabase(String path, @Nullable String authority) {
    if (authority != null) {
      checkHosts(path, JDBC, authority);
    } else if (!allowsAll && !allowsAllOf(JDBC)) {
      throw refused(path, "jdbc:…");
    }
  }

  /**
   * Resolves a host that a target connects to, and checks each of its addresses.
   *
   * @throws InvalidSpecException if an address is not allowed
   * @throws UnknownHostException if the name has no address
   */
  InetAddress[] resolve(String scheme, String name, int port) throws UnknownHostException {
    InetAddress[] found = resolver.resolve(name);
    requireConnectable(scheme, name, port, List.of(found));
    return found;
  }

  /**
   * Checks a resolved address that a target connects to.
   *
   * @throws InvalidSpecException if no pattern allows the connection
   */
  void connects(String scheme, InetSocketAddress address) {
    requireConnectable(
        scheme, address.getHostString(), address.getPort(), List.of(address.getAddress()));
  }

  private void requireConnectable(
      String scheme, String name, int port, List<InetAddress> addresses) {
    Host host = new Host(name.toLowerCase(Locale.ROOT), port);
    if (allowsAll || allowsAllOf(scheme)) {
      requireNoneNever("target", addresses, name + ":" + port);
    } else {
      check("target", scheme, host, name + ":" + port, addresses);
    }
  }

  private void check(String path, String scheme, Host host, String shown) {
    List<InetAddress> addresses;
    try {
      addresses = List.of(resolver.resolve(host.name()));
    } catch (UnknownHostException e) {
      addresses = List.of(); // the connection fails later with its own message
    }
    check(path, scheme, host, shown, addresses);
  }

  private void check(
      String path, String scheme, Host host, String shown, List<InetAddress> addresses) {
    requireNoneNever(path, addresses, shown);
    if (!allowsAll
        && patterns.stream()
            .noneMatch(each -> each.allows(scheme, host.name(), host.port(), addresses))) {
      throw refused(path, shown);
    }
  }

  private static void requireNoneNever(String path, List<InetAddress> addresses, String shown) {
    for (InetAddress address : addresses) {
      if (ForbiddenAddresses.contain(address)) {
        throw new InvalidSpecException(
            path
                + ": must not be at a link-local or metadata address, which "
                + address.getHostAddress()
                + " is, was '"
                + shown
                + "'");
      }
    }
  }

  private boolean allowsAllOf(String scheme) {
    return patterns.stream().anyMatch(each -> each.allows(scheme));
  }

  /** Whether an address may name hosts outside the authority of its URI. */
  private static boolean mayNameOthers(String address) {
    int slashes = address.indexOf("//");
    return PROPERTIES.matcher(address).find()
        || (slashes > 0 && !SCHEMES.matcher(address.substring(0, slashes)).matches());
  }

  /** Returns the hosts of an address; empty if it does not have this form. */
  private static Optional<List<Host>> hosts(String address) {
    int slashes = address.indexOf("//");
    String from = slashes < 0 ? address : address.substring(slashes + 2);
    String authority = from.split("[/?;#]", 2)[0];
    List<Host> hosts = new ArrayList<>();
    for (String part : authority.substring(authority.lastIndexOf('@') + 1).split(",", -1)) {
      Matcher matcher = HOST.matcher(part.strip());
      if (!matcher.matches()) {
        return Optional.empty();
      }
      String name = matcher.group("host").toLowerCase(Locale.ROOT);
      String port = matcher.group("port");
      hosts.add(
          new Host(
              name.startsWith("[") ? name.substring(1, name.length() - 1) : name,
              port == null ? 0 : Integer.parseInt(port)));
    }
    return Optional.of(hosts);
  }

  private static InvalidSpecException refused(String path, String shown) {
    return new InvalidSpecException(
        path + ": must be one that this server allows (--allow-target), was '" + shown + "'");
  }
}
