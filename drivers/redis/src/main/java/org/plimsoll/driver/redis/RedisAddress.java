package org.plimsoll.driver.redis;

import java.util.List;
import org.plimsoll.api.HostPort;

/** The addresses of the servers: {@code host[:port][,host[:port]…][/database]}. */
record RedisAddress(List<HostPort> nodes, int database) {
  private static final int DEFAULT_PORT = 6379;

  static RedisAddress parse(String text) {
    int slash = text.indexOf('/');
    String database = slash < 0 ? "" : text.substring(slash + 1);
    List<HostPort> nodes =
        HostPort.parseAll(slash < 0 ? text : text.substring(0, slash), DEFAULT_PORT)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host:port[,host:port…][/database], was '" + text + "'"));
    if (!database.matches("[0-9]{0,6}")) {
      throw new IllegalArgumentException(
          "the database must be a number, as in redis://host:6379/2, was '" + database + "'");
    }
    return new RedisAddress(nodes, database.isEmpty() ? 0 : Integer.parseInt(database));
  }

  /** Returns the servers as a user would write them. */
  String hosts() {
    return HostPort.text(nodes);
  }
}
