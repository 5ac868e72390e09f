package org.plimsoll.driver.voldemort;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The nodes of each key, in the order of preference. A key belongs to the partition of its hash.
 * Its replicas are on the nodes of the next partitions of the ring.
 */
final class Ring {
  private static final int FNV_BASIS = 0x811c9dc5;
  private static final int FNV_PRIME = (1 << 24) + 0x193;

  private final List<List<ClusterNode>> byPartition = new ArrayList<>();

  /**
   * Creates the ring for a store.
   *
   * @param zone the zone of this client, whose nodes come first; -1 for none
   */
  Ring(Cluster cluster, StoreDefinition store, int zone) throws IOException {
    List<ClusterNode> ring = cluster.ring();
    if (ring.isEmpty()) {
      throw new IOException("cluster.xml: no server has a partition");
    }
    for (int partition = 0; partition < ring.size(); partition++) {
      List<ClusterNode> nodes = new ArrayList<>(preference(ring, partition, store));
      if (zone >= 0) {
        byZone(nodes, cluster, zone);
      }
      byPartition.add(List.copyOf(nodes));
    }
  }

  private static Set<ClusterNode> preference(
      List<ClusterNode> ring, int first, StoreDefinition store) {
    boolean all = store.strategy().endsWith(StoreDefinition.ALL) || isLocal(store);
    int replicas = all ? ring.size() : store.replicas();
    Map<Integer, Integer> wanted = new HashMap<>(store.zoneReplicas());
    boolean zoned = store.strategy().equals(StoreDefinition.ZONED);
    Set<ClusterNode> seen = new LinkedHashSet<>();
    Set<ClusterNode> chosen = new LinkedHashSet<>();
    for (int i = 0; i < ring.size() && chosen.size() < replicas; i++) {
      ClusterNode node = ring.get((first + i) % ring.size());
      int left = wanted.getOrDefault(node.zone(), 0);
      if (seen.add(node) && (!zoned || left > 0)) {
        wanted.put(node.zone(), left - 1);
        chosen.add(node);
      }
    }
    return chosen;
  }

  /** Whether every node has every row, so that a client should prefer the node on its own host. */
  private static boolean isLocal(StoreDefinition store) {
    return store.strategy().equals("local-pref-all-routing");
  }

  /** Sorts nodes by their distance from a zone. Nodes of the same zone keep their order. */
  private static void byZone(List<ClusterNode> nodes, Cluster cluster, int zone) {
    List<Integer> near = cluster.nearest().getOrDefault(zone, List.of());
    nodes.sort(
        Comparator.comparingInt(node -> {
          int place = near.indexOf(node.zone());
          return node.zone() == zone ? -1 : place < 0 ? near.size() : place;
        }));
  }

  List<ClusterNode> nodesOf(int partition) {
    return byPartition.get(partition);
  }

  /** Returns the partition of a key: its FNV hash modulo the number of partitions. */
  int partition(byte[] key) {
    int hash = hash(key);
    int positive = hash == Integer.MIN_VALUE ? Integer.MAX_VALUE : Math.abs(hash);
    return positive % byPartition.size();
  }

  int partitions() {
    return byPartition.size();
  }

  /** Computes 32-bit FNV-1a. */
  static int hash(byte[] key) {
    int hash = FNV_BASIS;
    for (byte b : key) {
      hash ^= b & 0xff;
      hash *= FNV_PRIME;
    }
    return hash;
  }
}
