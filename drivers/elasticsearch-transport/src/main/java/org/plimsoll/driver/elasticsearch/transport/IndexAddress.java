package org.plimsoll.driver.elasticsearch.transport;

import java.util.List;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;

/** Address of an index: one or more nodes of a cluster, and the index name. */
record IndexAddress(List<HostPort> nodes, String index) {
  private static final String DEFAULT_INDEX = "plimsoll";
  private static final int DEFAULT_PORT = 9300;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|[0-9a-fA-F:.]+");

  /** Index names: lower case, without characters that are special in a pattern. */
  private static final Pattern INDEX = Pattern.compile("[a-z0-9][a-z0-9._-]{0,200}");

  static IndexAddress parse(String address) {
    int slash = address.indexOf('/');
    String hosts = slash < 0 ? address : address.substring(0, slash);
    String index = slash < 0 ? "" : address.substring(slash + 1);
    List<HostPort> nodes =
        HostPort.parseAll(hosts, DEFAULT_PORT)
            .filter(all ->
                hosts.matches("\\S+")
                    && all.stream()
                        .allMatch(node -> node.port() > 0 && HOST.matcher(node.host()).matches()))
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host[:port][,host[:port]…][/index], was '"
                        + address
                        + "'"));
    String name = index.isEmpty() ? DEFAULT_INDEX : index;
    if (!INDEX.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "the index must be lower-case letters, digits, ., _ and -, starting with a letter or"
              + " digit, was '"
              + name
              + "'");
    }
    return new IndexAddress(nodes, name);
  }

  @Override
  public String toString() {
    return HostPort.text(nodes);
  }
}
