package org.plimsoll.driver.evcache;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.plimsoll.api.HostPort;

/** A zone, whose nodes together hold one copy of all keys. */
record Zone(String name, List<HostPort> nodes) {
  static final String FORM =
      "the zone of each address in order, such as us-east-1a,us-east-1b, or empty";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_.-]{0,99}");

  Zone {
    nodes = List.copyOf(nodes);
    // The client places a node on the ring of its zone by its host, without the port.
    Set<String> hosts = new HashSet<>();
    for (HostPort node : nodes) {
      if (!hosts.add(node.host())) {
        throw new IllegalArgumentException(
            "nodes of one zone must have different hosts, since the client ignores their ports: "
                + node.host()
                + " is twice in zone "
                + name);
      }
    }
  }

  /** Parses the setting {@code zones}. */
  static List<String> parseNames(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> names = List.of(text.split(",", -1));
    names.forEach(Zone::checkName);
    return names;
  }

  /** Parses the setting {@code write-only-zones}. */
  static Set<String> parseSet(String text) {
    return Set.copyOf(parseNames(text).stream().distinct().toList());
  }

  private static void checkName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("not a zone: " + name);
    }
  }
}
