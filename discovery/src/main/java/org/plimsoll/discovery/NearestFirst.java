package org.plimsoll.discovery;

import java.util.Comparator;
import java.util.List;
import org.plimsoll.api.DiscoveredNode;

/**
 * Orders nodes by their distance from a location: first the same zone, then the same region, then
 * all others. Nodes at the same distance stay in their order.
 *
 * @param zone availability zone or rack; empty if unknown
 * @param region region or datacenter; empty if unknown
 */
public record NearestFirst(String zone, String region) {
  /** Returns the healthy nodes in order; all nodes if none is healthy. */
  public List<DiscoveredNode> order(List<DiscoveredNode> nodes) {
    List<DiscoveredNode> healthy = nodes.stream().filter(DiscoveredNode::healthy).toList();
    return (healthy.isEmpty() ? nodes : healthy)
        .stream().sorted(Comparator.comparingInt(this::distance)).toList();
  }

  /** Returns the number of leading nodes that are as near as the first one. */
  public int nearest(List<DiscoveredNode> ordered) {
    return (int)
        ordered.stream().filter(node -> distance(node) == distance(ordered.getFirst())).count();
  }

  private int distance(DiscoveredNode node) {
    boolean isSameRegion =
        region.isEmpty() || node.region().isEmpty() || region.equals(node.region());
    if (!zone.isEmpty() && zone.equals(node.zone()) && isSameRegion) {
      return 0;
    }
    return !region.isEmpty() && region.equals(node.region()) ? 1 : 2;
  }
}
