package org.plimsoll.driver.evcache;

import java.util.List;
import org.plimsoll.api.HostPort;

/** The addresses of the nodes: {@code host[:port][,host[:port]…]}. */
record EvcacheAddress(List<HostPort> nodes) {
  static final int DEFAULT_PORT = 11_211;

  static EvcacheAddress parse(String text) {
    List<HostPort> nodes =
        HostPort.parseAll(text, DEFAULT_PORT)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host:port[,host:port…], was '" + text + "'"));
    if (nodes.stream().distinct().count() < nodes.size()) {
      throw new IllegalArgumentException("the nodes must be different, was '" + text + "'");
    }
    return new EvcacheAddress(nodes);
  }
}
