package org.plimsoll.driver.memcached;

import java.util.List;
import org.plimsoll.api.HostPort;

/** The addresses of the servers: {@code host[:port][,host[:port]…]}. */
record MemcachedAddress(List<HostPort> nodes) {
  private static final int DEFAULT_PORT = 11_211;

  static MemcachedAddress parse(String text) {
    List<HostPort> nodes =
        HostPort.parseAll(text, DEFAULT_PORT)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host:port[,host:port…], was '" + text + "'"));
    if (nodes.stream().distinct().count() < nodes.size()) {
      throw new IllegalArgumentException("the servers must be different, was '" + text + "'");
    }
    return new MemcachedAddress(nodes);
  }

  @Override
  public String toString() {
    return HostPort.text(nodes);
  }
}
