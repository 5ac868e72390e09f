package org.plimsoll.driver.dynomite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.plimsoll.api.HostPort;

/**
 * The racks in the order of failover: the local rack, then the others of its datacenter, then those
 * of other datacenters.
 */
record Ring(List<Rack> racks, int failoverRacks, int datacenters) {
  /**
   * Sorts nodes into racks, and the racks into the order of failover.
   *
   * @param local the address of the node whose rack is local, unless a rack is given
   * @param datacenter the local datacenter; empty: that of the local rack, or of the local address
   * @param rack the local rack; empty: that of the local address
   */
  static Ring of(
      List<RingNode> nodes, HostPort local, String datacenter, String rack, Failover failover) {
    if (nodes.isEmpty()) {
      throw new IllegalArgumentException("the ring has no nodes");
    }
    Map<List<String>, List<RingNode>> byRack = new LinkedHashMap<>();
    for (RingNode node : nodes) {
      byRack
          .computeIfAbsent(List.of(node.datacenter(), node.rack()), _ -> new ArrayList<>())
          .add(node);
    }
    List<Rack> all = new ArrayList<>();
    byRack.values().forEach(members -> all.add(new Rack(members)));
    Rack first = localOf(all, local, datacenter, rack);
    List<Rack> ordered = new ArrayList<>(List.of(first));
    all.stream().filter(r -> r != first && isNear(r, first)).forEach(ordered::add);
    int near = ordered.size();
    all.stream().filter(r -> !isNear(r, first)).forEach(ordered::add);
    int used =
        switch (failover) {
          case NONE -> 1;
          case RACKS -> near;
          case DATACENTERS -> ordered.size();
        };
    int datacenters = (int) all.stream().map(Rack::datacenter).distinct().count();
    return new Ring(List.copyOf(ordered), used, datacenters);
  }

  private static boolean isNear(Rack rack, Rack first) {
    return rack.datacenter().equals(first.datacenter());
  }

  private static Rack localOf(List<Rack> all, HostPort local, String datacenter, String rack) {
    List<Rack> named =
        all.stream()
            .filter(r -> datacenter.isEmpty() || r.datacenter().equals(datacenter))
            .filter(r -> rack.isEmpty() || r.name().equals(rack))
            .toList();
    if (named.isEmpty()) {
      List<String> names = all.stream().map(r -> r.datacenter() + "/" + r.name()).toList();
      String setting = rack.isEmpty() ? "datacenter" : "rack";
      throw new IllegalArgumentException(
          setting
              + ": must be one of "
              + String.join(", ", names)
              + ", was '"
              + (rack.isEmpty() ? datacenter : rack)
              + "'");
    }
    return named.stream()
        .filter(r -> r.nodes().stream().anyMatch(node -> node.address().equals(local)))
        .findFirst()
        .orElseGet(() ->
            named.stream()
                .filter(
                    r -> r.nodes().stream().anyMatch(n -> n.address().host().equals(local.host())))
                .findFirst()
                .orElse(named.getFirst()));
  }

  /** Returns the racks that can receive operations. */
  List<Rack> used() {
    return racks.subList(0, failoverRacks);
  }

  Rack local() {
    return racks.getFirst();
  }

  /** Returns the nodes that can receive operations, rack by rack. */
  List<RingNode> usedNodes() {
    return used().stream().flatMap(rack -> rack.nodes().stream()).toList();
  }

  int size() {
    return racks.stream().mapToInt(rack -> rack.nodes().size()).sum();
  }
}
