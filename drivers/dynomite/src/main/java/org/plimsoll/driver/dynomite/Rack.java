package org.plimsoll.driver.dynomite;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** A rack, whose nodes together hold all keys. */
final class Rack {
  private final String name;
  private final String datacenter;
  private final RingNode[] nodes;
  private final long[] tokens;

  /**
   * Creates a rack.
   *
   * @param members nodes of the rack; at least one
   */
  Rack(List<RingNode> members) {
    name = members.getFirst().rack();
    datacenter = members.getFirst().datacenter();
    nodes =
        members.stream().sorted(Comparator.comparingLong(RingNode::token)).toArray(RingNode[]::new);
    tokens = Arrays.stream(nodes).mapToLong(RingNode::token).toArray();
  }

  String name() {
    return name;
  }

  String datacenter() {
    return datacenter;
  }

  /** Returns the nodes of the rack, ordered by token. */
  List<RingNode> nodes() {
    return List.of(nodes);
  }

  /**
   * Returns the index of the node that owns a hash: the first node whose token is not lower than
   * the hash, or else the first node.
   */
  int owner(long hash) {
    int low = 0;
    int high = tokens.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (tokens[middle] < hash) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == tokens.length ? 0 : low;
  }
}
