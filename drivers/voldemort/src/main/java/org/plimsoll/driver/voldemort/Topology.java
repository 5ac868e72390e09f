package org.plimsoll.driver.voldemort;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/** The nodes of each key of a store, with the connections to them. */
final class Topology {
  private final Cluster cluster;
  private final StoreDefinition store;
  private final List<Node> nodes;
  private final Ring ring;
  private final List<List<Node>> byPartition;
  private final boolean routed;
  private final int zone;
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * Creates a topology.
   *
   * @param nodes the nodes by their ids
   * @param routed whether any server accepts requests for any key
   * @param zone the zone of this client; -1 for none
   */
  Topology(
      Cluster cluster,
      StoreDefinition store,
      Ring ring,
      Map<Integer, Node> nodes,
      boolean routed,
      int zone) {
    this.cluster = cluster;
    this.store = store;
    this.ring = ring;
    this.routed = routed;
    this.zone = zone;
    this.nodes = List.copyOf(nodes.values());
    byPartition = new ArrayList<>();
    for (int partition = 0; partition < ring.partitions(); partition++) {
      byPartition.add(
          ring.nodesOf(partition).stream()
              .map(each -> Objects.requireNonNull(nodes.get(each.id())))
              .toList());
    }
  }

  Cluster cluster() {
    return cluster;
  }

  StoreDefinition store() {
    return store;
  }

  List<Node> nodes() {
    return nodes;
  }

  /** Whether a server selects the nodes of a key. */
  boolean routed() {
    return routed;
  }

  /** Whether rows have replicas, so that another node can answer. */
  boolean hasReplicas() {
    return routed ? nodes.size() > 1 : byPartition.stream().anyMatch(each -> each.size() > 1);
  }

  /**
   * Returns the nodes of a key in the order of preference. With server-side routing, these are all
   * nodes.
   */
  List<Node> nodes(byte[] key) {
    if (!routed) {
      return byPartition.get(ring.partition(key));
    }
    int first = Math.floorMod(turn.getAndIncrement(), nodes.size());
    List<Node> rotated = new ArrayList<>(nodes.subList(first, nodes.size()));
    rotated.addAll(nodes.subList(0, first));
    return rotated;
  }

  /** Returns the quorum for reads. */
  StoreDefinition.Quorum reads(int required) {
    return quorum(store.reads(), required);
  }

  /** Returns the quorum for writes. */
  StoreDefinition.Quorum writes(int required) {
    return quorum(store.writes(), required);
  }

  private StoreDefinition.Quorum quorum(StoreDefinition.Quorum its, int required) {
    if (routed) {
      return new StoreDefinition.Quorum(1, 1, 0);
    }
    int zones = zone < 0 ? 0 : its.zones();
    return required == VoldemortSettings.OF_THE_STORE
        ? new StoreDefinition.Quorum(its.required(), its.preferred(), zones)
        : new StoreDefinition.Quorum(required, required, zones);
  }
}
