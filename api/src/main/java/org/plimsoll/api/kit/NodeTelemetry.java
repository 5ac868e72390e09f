package org.plimsoll.api.kit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Collects the metrics of the nodes of a cluster, for {@link org.plimsoll.api.Client#telemetry}. A
 * value for all nodes has a plain name, such as {@code used_memory_bytes}. If there are two nodes
 * or more, the value of each has the node in braces: {@code
 * used_memory_bytes{node="10.0.0.1:6379"}}.
 */
public final class NodeTelemetry {
  private final Map<String, Double> all = new LinkedHashMap<>();
  private final Map<String, Map<String, Double>> byNode = new TreeMap<>();

  /** Creates a collection without values. */
  public NodeTelemetry() {}

  /** Adds an amount or a counter to a value of a node, and to the value of all nodes. */
  public void sum(String node, String name, double value) {
    all.merge(name, value, Double::sum);
    of(node).merge(name, value, Double::sum);
  }

  /**
   * Sets a value of a node, and raises the value of all nodes to the maximum. Used for percentiles,
   * which cannot be added.
   */
  public void max(String node, String name, double value) {
    all.merge(name, value, Double::max);
    of(node).merge(name, value, Double::max);
  }

  /** Sets a value of one node without a value of all nodes. */
  public void one(String node, String name, double value) {
    of(node).put(name, value);
  }

  /** Sets a value of all nodes. */
  public void all(String name, double value) {
    all.put(name, value);
  }

  private Map<String, Double> of(String node) {
    return byNode.computeIfAbsent(node, _ -> new LinkedHashMap<>());
  }

  /** Returns the values by name. If there is a single node, names have no node. */
  public Map<String, Double> values() {
    Map<String, Double> values = new LinkedHashMap<>(all);
    byNode.forEach((node, its) ->
        its.forEach((name, value) -> {
          if (byNode.size() > 1) {
            values.put(name + "{node=\"" + node + "\"}", value);
          } else {
            values.putIfAbsent(name, value);
          }
        }));
    return values;
  }
}
