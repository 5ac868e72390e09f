package org.plimsoll.driver.evcache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.plimsoll.api.DiscoveredNode;
import org.plimsoll.api.HostPort;

/**
 * The zones of a target.
 *
 * @param local the zone that reads use first; empty: they use all zones in turn
 */
record Zones(List<Zone> all, String local) {
  /** The environment variable from which the client reads its zone. */
  static final String VARIABLE = "EC2_AVAILABILITY_ZONE";

  private static final String UNNAMED = "zone-";

  Zones {
    all = List.copyOf(all);
  }

  /**
   * Creates the zones from the settings.
   *
   * @param names the zone of each node; empty: each node is a separate zone
   * @param local the local zone; empty: the zone in the environment, if it is one of the zones
   */
  static Zones of(List<HostPort> nodes, List<String> names, String local) {
    if (!names.isEmpty() && names.size() != nodes.size()) {
      throw new IllegalArgumentException(
          "zones: must name the zone of each of the "
              + nodes.size()
              + " addresses, was '"
              + String.join(",", names)
              + "'");
    }
    Map<String, List<HostPort>> byZone = new LinkedHashMap<>();
    for (int i = 0; i < nodes.size(); i++) {
      String name = names.isEmpty() ? UNNAMED + (i + 1) : names.get(i);
      byZone.computeIfAbsent(name, _ -> new ArrayList<>()).add(nodes.get(i));
    }
    if (!local.isEmpty() && !byZone.containsKey(local)) {
      throw new IllegalArgumentException(
          "zone: must be one of " + String.join(", ", byZone.keySet()) + ", was '" + local + "'");
    }
    return of(byZone, local);
  }

  /**
   * Creates the zones for nodes that discovery has found. Nodes without a zone form one zone.
   *
   * @param nearest the number of nodes that are near this generator; they are the first in the list
   * @param local the setting {@code zone}
   */
  static Zones found(List<DiscoveredNode> nodes, int nearest, String local) {
    Map<String, List<HostPort>> byZone = new LinkedHashMap<>();
    for (DiscoveredNode node : nodes) {
      String name = node.zone().isEmpty() ? UNNAMED + 1 : node.zone();
      byZone
          .computeIfAbsent(name, _ -> new ArrayList<>())
          .add(node.address(EvcacheSettings.DEFAULT_PORT));
    }
    boolean isNear = nearest < nodes.size() && local.isEmpty();
    return of(byZone, isNear ? nodes.getFirst().zone() : local);
  }

  private static Zones of(Map<String, List<HostPort>> byZone, String local) {
    List<Zone> all = new ArrayList<>();
    byZone.forEach((name, nodes) -> all.add(new Zone(name, nodes)));
    String own = local.isEmpty() ? System.getenv().getOrDefault(VARIABLE, "") : local;
    return new Zones(all, byZone.containsKey(own) ? own : "");
  }

  List<HostPort> nodes() {
    return all.stream().flatMap(zone -> zone.nodes().stream()).toList();
  }

  /** Checks that all given zones exist. */
  void require(String setting, Iterable<String> names) {
    for (String name : names) {
      if (all.stream().noneMatch(zone -> zone.name().equals(name))) {
        throw new IllegalArgumentException(
            setting
                + ": must be one of the zones "
                + all.stream().map(Zone::name).collect(Collectors.joining(", "))
                + ", was '"
                + name
                + "'");
      }
    }
  }

  /** Formats the zones with their numbers of nodes. */
  String text() {
    return all.stream()
        .map(zone -> zone.name() + " (" + zone.nodes().size() + ")")
        .collect(Collectors.joining(", "));
  }
}
