package org.plimsoll.fleet.control;

import java.util.Map;

/**
 * The self-description of a process in the fleet.
 *
 * @param id unique id of the process; a restarted process has another id
 * @param version version of the program, only for display
 * @param protocol version of the fleet protocol
 * @param labels region, datacenter, rack, host, and the user's labels
 * @param weight weight of the node's share; at least 1
 */
public record Node(
    String id, String version, int protocol, Map<String, String> labels, int weight) {
  /** Copies the labels. */
  public Node {
    if (weight < 1) {
      throw new IllegalArgumentException("`weight` must be at least 1, got `" + weight + "`");
    }
    labels = Map.copyOf(labels);
  }

  /** Returns the node with another weight. */
  Node withWeight(int newWeight) {
    return newWeight == weight ? this : new Node(id, version, protocol, labels, newWeight);
  }
}
