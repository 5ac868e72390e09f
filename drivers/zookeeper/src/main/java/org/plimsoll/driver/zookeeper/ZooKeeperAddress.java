package org.plimsoll.driver.zookeeper;

import java.util.List;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;

/**
 * The servers of an ensemble, and the node under which rows are kept: {@code
 * host[:port][,host[:port]…][/path]}.
 *
 * @param path starts with a slash, and does not end with one
 */
record ZooKeeperAddress(List<HostPort> servers, String path) {
  private static final int DEFAULT_PORT = 2181;
  private static final String DEFAULT_PATH = "/plimsoll";
  private static final Pattern PATH = Pattern.compile("(/[A-Za-z0-9_-][A-Za-z0-9._-]*)+");

  static ZooKeeperAddress parse(String text) {
    int slash = text.indexOf('/');
    List<HostPort> servers =
        HostPort.parseAll(slash < 0 ? text : text.substring(0, slash), DEFAULT_PORT)
            .orElseThrow(() -> refused(text));
    String path = slash < 0 ? DEFAULT_PATH : text.substring(slash);
    if (!PATH.matcher(path).matches() || path.startsWith("/zookeeper/")) {
      throw refused(text);
    }
    return new ZooKeeperAddress(servers, path);
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "the address must be host[:port][,host[:port]…][/path], was '" + text + "'");
  }

  /** The servers, without the path. */
  @Override
  public String toString() {
    return HostPort.text(servers);
  }
}
