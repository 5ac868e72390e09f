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
 * A resource outside the process that a value makes a run reach. The parser finds it without
 * opening it, so that a server can check it first.
 */
public sealed interface Reached {
  /**
   * Hosts that are connected to, or an address that is listened at.
   *
   * @param scheme the scheme of the URL; the name of the form, such as {@code graphite}, without
   *     one
   * @param authority hosts with their ports, as in a URL
   */
  record Hosts(String scheme, String authority) implements Reached {
    /** The host of a URL. */
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

    /** Its hosts with their ports; null if the URL names them in another way. */
    public @Nullable String authority() {
      Matcher hosts = HOSTS.matcher(url);
      return hosts.matches() ? hosts.group(1) : null;
    }
  }

  /** A file or folder that is read or written. */
  record File(String path) implements Reached {}

  /** An environment variable of this process. */
  record Variable(String name) implements Reached {}

  /** A class of a folder in the drivers folder, by the folder's name. */
  record Code(String folder) implements Reached {}

  /** The metadata service of this cloud instance, which serves the instance's credentials. */
  record InstanceMetadata() implements Reached {}

  /** A process that is started. */
  record Command(List<String> words) implements Reached {
    public Command {
      words = List.copyOf(words);
    }
  }

  /** For arguments with values that reach nothing. */
  static <T> Function<T, List<Reached>> nothing() {
    return _ -> List.of();
  }
}
