package org.plimsoll.api.kit;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;

/**
 * The address of a target: its servers and, for many stores, a name after a slash, such as the name
 * of a topic: {@code host[:port][,host[:port]…][/topic]}.
 *
 * @param name the name; empty if addresses of this form have none
 */
public record ServersAddress(List<HostPort> servers, String name) {
  public ServersAddress {
    servers = List.copyOf(servers);
  }

  /** Returns the servers without the name, as a user would write them. */
  @Override
  public String toString() {
    return HostPort.text(servers);
  }

  /** The form of a driver's addresses. Immutable; methods that change something return copies. */
  public static final class Form {
    private static final String SERVERS = "host[:port][,host[:port]…]";

    /** Matches a name or an IP address; an IPv6 address may have a zone. */
    private static final Pattern HOST =
        Pattern.compile("[\\p{L}\\p{N}._-]+|[0-9a-fA-F:.]+(?:%[\\p{L}\\p{N}._-]+)?");

    private final int defaultPort;
    private final boolean differing;
    private final @Nullable Name name;

    private Form(int defaultPort, boolean differing, @Nullable Name name) {
      this.defaultPort = defaultPort;
      this.differing = differing;
      this.name = name;
    }

    /** Returns the form of addresses that have servers but no name. */
    public static Form servers(int defaultPort) {
      return new Form(defaultPort, false, null);
    }

    /** Returns a copy that rejects addresses with a repeated server. */
    public Form differing() {
      return new Form(defaultPort, true, name);
    }

    /**
     * Returns a copy whose addresses may have a name after a slash.
     *
     * @param what the word for the name in messages, such as {@code topic}
     * @param pattern regular expression of all names
     * @param allowed the pattern in words that follow "must be"
     */
    public Form named(String what, String defaultName, String pattern, String allowed) {
      return new Form(
          defaultPort, differing, new Name(what, defaultName, Pattern.compile(pattern), allowed));
    }

    /**
     * Returns a copy whose addresses must have a name after a slash.
     *
     * @see #named
     */
    public Form alwaysNamed(String what, String pattern, String allowed) {
      return new Form(
          defaultPort, differing, new Name(what, null, Pattern.compile(pattern), allowed));
    }

    /**
     * Parses an address, which {@link org.plimsoll.api.DriverContext#address} returns.
     *
     * @throws IllegalArgumentException if the address is malformed; the message is one sentence
     *     with what is allowed and the value
     */
    public ServersAddress parse(String address) {
      int slash = name == null ? -1 : address.indexOf('/');
      List<HostPort> servers =
          HostPort.parseAll(slash < 0 ? address : address.substring(0, slash), defaultPort)
              .filter(all -> all.stream().allMatch(Form::isUsable))
              .orElseThrow(() -> refused(address));
      if (differing && Set.copyOf(servers).size() < servers.size()) {
        throw new IllegalArgumentException("the servers must be different, was '" + address + "'");
      }
      if (name == null) {
        return new ServersAddress(servers, "");
      }
      String given = address.substring(slash < 0 ? address.length() : slash + 1);
      String used = given.isEmpty() ? name.defaultName : given;
      if (used == null) {
        throw refused(address);
      }
      if (!name.pattern.matcher(used).matches()) {
        throw new IllegalArgumentException(
            "the " + name.what + " must be " + name.allowed + ", was '" + used + "'");
      }
      return new ServersAddress(servers, used);
    }

    /** Returns the exception for an address that does not have this form. */
    public IllegalArgumentException refused(String address) {
      return new IllegalArgumentException(
          "the address must be " + this + ", was '" + address + "'");
    }

    private static boolean isUsable(HostPort server) {
      return server.port() > 0 && HOST.matcher(server.host()).matches();
    }

    /** Returns the form as messages show it. */
    @Override
    public String toString() {
      if (name == null) {
        return SERVERS;
      }
      String tail = "/" + name.what;
      return SERVERS + (name.defaultName == null ? tail : "[" + tail + "]");
    }

    private record Name(
        String what, @Nullable String defaultName, Pattern pattern, String allowed) {}
  }
}
