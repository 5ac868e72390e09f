package org.plimsoll.driver.zookeeper;

import java.util.List;
import org.plimsoll.api.HostPort;
import org.plimsoll.api.kit.ServersAddress;

/**
 * The address of an ensemble, with the node under which rows are stored: {@code
 * host[:port][,host[:port]…][/path]}.
 *
 * @param path starts with a slash, and does not end with one
 */
record ZooKeeperAddress(List<HostPort> servers, String path) {
  private static final ServersAddress.Form FORM =
      ServersAddress.Form.servers(2181)
          .named(
              "path",
              "plimsoll",
              "(?!zookeeper(/|$))[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*",
              "names of letters, digits, '.', '_' and '-' that do not start with '.', separated by"
                  + " '/', not below '/zookeeper'");

  static ZooKeeperAddress parse(String text) {
    ServersAddress address = FORM.parse(text);
    if (text.endsWith("/")) {
      // The root is not allowed for rows, and must not become the default.
      throw FORM.refused(text);
    }
    return new ZooKeeperAddress(address.servers(), "/" + address.name());
  }

  /** Returns the servers, without the path. */
  @Override
  public String toString() {
    return HostPort.text(servers);
  }
}
