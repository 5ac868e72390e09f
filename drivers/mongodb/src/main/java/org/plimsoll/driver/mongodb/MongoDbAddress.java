package org.plimsoll.driver.mongodb;

import java.util.List;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;

/** Address of a database: one or more nodes, and the database name. */
record MongoDbAddress(List<HostPort> nodes, String database) {
  private static final String DEFAULT_DATABASE = "plimsoll";
  private static final int DEFAULT_PORT = 27_017;
  private static final Pattern HOST = Pattern.compile("[A-Za-z0-9._-]+|[0-9a-fA-F:.]+");
  private static final Pattern DATABASE = Pattern.compile("[A-Za-z0-9_-]{1,63}");

  static MongoDbAddress parse(String address) {
    int slash = address.indexOf('/');
    String hosts = slash < 0 ? address : address.substring(0, slash);
    String name = slash < 0 ? "" : address.substring(slash + 1);
    List<HostPort> nodes =
        HostPort.parseAll(hosts, DEFAULT_PORT)
            .filter(all ->
                hosts.matches("\\S+")
                    && all.stream()
                        .allMatch(node -> node.port() > 0 && HOST.matcher(node.host()).matches()))
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host[:port][,host[:port]…][/database], was '"
                        + address
                        + "'"));
    String database = name.isEmpty() ? DEFAULT_DATABASE : name;
    if (!DATABASE.matcher(database).matches()) {
      throw new IllegalArgumentException(
          "the database must be up to 63 letters, digits, _ and -, was '" + database + "'");
    }
    return new MongoDbAddress(nodes, database);
  }

  @Override
  public String toString() {
    return HostPort.text(nodes);
  }
}
