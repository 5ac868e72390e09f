package org.plimsoll.run;

import java.util.List;
import java.util.Map;

/**
 * The parameters that were set in a fleet's run, by scope and by node.
 *
 * @param scopes values of each scope, from least to most specific
 * @param nodes effective values of each node in the run
 */
public record RunScopes(List<Scoped> scopes, List<OfNode> nodes) {
  /** An instance without a fleet. */
  public static final RunScopes NONE = new RunScopes(List.of(), List.of());

  public RunScopes {
    scopes = List.copyOf(scopes);
    nodes = List.copyOf(nodes);
  }

  /**
   * The values of a scope.
   *
   * @param scope text of the scope, such as {@code rack=a}
   * @param texts values by path, including switches
   */
  public record Scoped(String scope, Map<String, String> texts) {}

  /**
   * The effective values of a node.
   *
   * @param name name of the node
   * @param generator number of the node in the run
   * @param values values by path, including switches
   */
  public record OfNode(String name, int generator, Map<String, Value> values) {}

  /**
   * A value with the scope that set it.
   *
   * @param origin text of the scope that set the value
   * @param who origin of the value
   */
  public record Value(String text, String origin, String who) {}
}
