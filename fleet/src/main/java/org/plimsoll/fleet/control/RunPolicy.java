package org.plimsoll.fleet.control;

import java.util.List;

/**
 * The nodes of a run, and its reaction to failures of nodes.
 *
 * @param nodes ids of the nodes that take part; empty for every node, also those that join later
 * @param fillRows positions to fill before the start; 0 for none
 * @param fillRangeRows number of positions in one grant
 */
public record RunPolicy(
    CannotStart cannotStart, Loss loss, List<String> nodes, long fillRows, long fillRangeRows) {
  /** The reaction to a node that cannot start. */
  public enum CannotStart {
    /** The other nodes take over its share. */
    CONTINUE,
    /** The run fails. */
    STOP
  }

  /** The reaction to the loss of a node after the start. */
  public enum Loss {
    /** The other nodes take over its share. */
    REDISTRIBUTE,
    /** The share of the lost node is not sent. */
    DEGRADE,
    /** The run stops. */
    STOP
  }

  /** Copies the nodes. */
  public RunPolicy {
    nodes = List.copyOf(nodes);
    if (fillRangeRows < 1) {
      throw new IllegalArgumentException(
          "`fillRangeRows` must be at least 1, got `" + fillRangeRows + "`");
    }
  }
}
