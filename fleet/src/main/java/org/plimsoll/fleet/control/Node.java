package org.plimsoll.fleet.control;

import java.util.Map;

/**
 * One process of the fleet, as it describes itself.
 *
 * @param id unique to the process: a process that is started again has another one
 * @param version of the program, for people
 * @param protocol of the fleet that the process speaks
 * @param labels region, datacenter, rack, host, and free ones
 * @param weight of its share; at least 1
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

  /** The node with another weight. */
  Node withWeight(int newWeight) {
    return newWeight == weight ? this : new Node(id, version, protocol, labels, newWeight);
  }
}
