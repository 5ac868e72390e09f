package org.plimsoll.driver.etcd;

import java.util.List;
import org.plimsoll.api.HostPort;

/** The client addresses of the members: {@code host[:port][,host[:port]…]}. */
record EtcdAddress(List<HostPort> members) {
  private static final int DEFAULT_PORT = 2379;

  static EtcdAddress parse(String text) {
    return new EtcdAddress(
        HostPort.parseAll(text, DEFAULT_PORT)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the address must be host[:port][,host[:port]…], was '" + text + "'")));
  }

  @Override
  public String toString() {
    return HostPort.text(members);
  }
}
