package org.plimsoll.settings.text;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plimsoll.api.HostPort;

/**
 * An external resource that a value of a run reaches. The parser finds the resource without opening
 * it, so that a server can check it first.
 */
public sealed interface Reached {
  /**
   * Hosts to connect to, or an address to listen on.
   *
   * @param scheme scheme of the URL; without a URL, the name of the form, such as {@code graphite}
   * @param authority hosts with ports, as in a URL
   */
  record Hosts(String scheme, String authority) implements Reached {
    /** Returns the host of a URL. */
    public static Hosts of(URI uri) {
      return new Hosts(
          Objects.requireNonNullElse(uri.getScheme(), ""),
          Objects.requireNonNullElse(uri.getRawAuthority(), ""));
    }

    static Hosts of(String scheme, InetSocketAddress address) {
      String host = address.getHostString().replace("[", "").replace("]", "");
      return new Hosts(scheme, new HostPort(host, address.getPort()).toString());
    }
  }

  /** A database, by its JDBC URL. */
  record Database(String url) implements Reached {
    private static final Pattern HOSTS = Pattern.compile("jdbc:[^/?;]*//([^/?#;]*).*");

    /** Returns the hosts with their ports; null if the URL names them in another way. */
    public @Nullable String authority() {
      Matcher hosts = HOSTS.matcher(url);
      return hosts.matches() ? hosts.group(1) : null;
    }
  }

  /** A file or folder that is read or written. */
  record File(String path) implements Reached {}

  /** An environment variable of this process. */
  record Variable(String name) implements Reached {}

  /** A class in a folder of the drivers folder, identified by the folder's name. */
  record Code(String folder) implements Reached {}

  /** The metadata service of this cloud instance, which serves the instance's credentials. */
  record InstanceMetadata() implements Reached {}

  /** A process to start. */
  record Command(List<String> words) implements Reached {
    public Command {
      words = List.copyOf(words);
    }
  }

  /** Returns the function for arguments whose values reach nothing. */
  static <T> Function<T, List<Reached>> nothing() {
    return _ -> List.of();
  }
}
