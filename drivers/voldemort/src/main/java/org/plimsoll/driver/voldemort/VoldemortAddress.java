package org.plimsoll.driver.voldemort;

import java.util.List;
import org.plimsoll.api.HostPort;

/**
 * The servers that are asked for the topology, and the name of the store: {@code
 * host[:port][,host[:port]…]/STORE}.
 */
record VoldemortAddress(List<HostPort> servers, String store) {
  private static final int DEFAULT_PORT = 6666;

  static VoldemortAddress parse(String text) {
    int slash = text.indexOf('/');
    List<HostPort> servers =
        HostPort.parseAll(slash < 0 ? text : text.substring(0, slash), DEFAULT_PORT)
            .orElseThrow(() -> refused(text));
    String store = slash < 0 ? "" : text.substring(slash + 1);
    if (store.isBlank() || store.contains("/")) {
      throw refused(text);
    }
    return new VoldemortAddress(servers, store);
  }

  private static IllegalArgumentException refused(String text) {
    return new IllegalArgumentException(
        "the address must be host:port[,host:port…]/STORE, was '" + text + "'");
  }
}
