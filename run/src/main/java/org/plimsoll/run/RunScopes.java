package org.plimsoll.run;

import java.util.List;
import java.util.Map;

/**
 * What was set in a run of a fleet, and where.
 *
 * @param scopes what each scope has, from the least to the most specific one
 * @param nodes what applies to each node that takes part
 */
public record RunScopes(List<Scoped> scopes, List<OfNode> nodes) {
  /** No fleet directs the run. */
  public static final RunScopes NONE = new RunScopes(List.of(), List.of());

  public RunScopes {
    scopes = List.copyOf(scopes);
    nodes = List.copyOf(nodes);
  }

  /**
   * What was set for a scope.
   *
   * @param scope its text, such as {@code rack=a}
   * @param texts by path, with those of sides
   */
  public record Scoped(String scope, Map<String, String> texts) {}

  /**
   * What applies to a node.
   *
   * @param name of the node
   * @param generator its number in the run
   * @param values by path, with those of sides
   */
  public record OfNode(String name, int generator, Map<String, Value> values) {}

  /**
   * A value and where it comes from.
   *
   * @param origin the text of the scope for which it was set
   * @param who has set it
   */
  public record Value(String text, String origin, String who) {}
}
