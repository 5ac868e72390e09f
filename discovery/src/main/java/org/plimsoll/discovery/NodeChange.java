package org.plimsoll.discovery;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.plimsoll.api.DiscoveredNode;

/**
 * A change in the nodes that a discovery has found.
 *
 * @param nodes all current nodes, ordered by address
 * @param added nodes at new addresses
 * @param removed nodes at addresses that no longer exist
 */
public record NodeChange(
    List<DiscoveredNode> nodes, List<DiscoveredNode> added, List<DiscoveredNode> removed) {
  public NodeChange {
    nodes = List.copyOf(nodes);
    added = List.copyOf(added);
    removed = List.copyOf(removed);
  }

  static NodeChange between(List<DiscoveredNode> before, List<DiscoveredNode> after) {
    return new NodeChange(after, without(after, before), without(before, after));
  }

  private static List<DiscoveredNode> without(
      List<DiscoveredNode> nodes, List<DiscoveredNode> others) {
    Set<String> known = new HashSet<>();
    others.forEach(node -> known.add(node.authority()));
    return nodes.stream().filter(node -> !known.contains(node.authority())).toList();
  }

  /**
   * Returns a short description of the change: {@code 10.0.0.4:6379 joined, 10.0.0.2:6379 left}.
   */
  public String words() {
    String words =
        Stream.concat(
                added.stream().map(node -> node.authority() + " joined"),
                removed.stream().map(node -> node.authority() + " left"))
            .collect(Collectors.joining(", "));
    return words.isEmpty() ? "the facts about a node changed" : words;
  }
}
