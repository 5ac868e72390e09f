package org.plimsoll.fleet.control;

import java.util.List;

/**
 * What a run does when nodes fail, and where it runs.
 *
 * @param nodes ids of the nodes that take part; empty for every node, also those that join later
 * @param fillRows positions to fill before the start; 0 for none
 * @param fillRangeRows positions in one grant
 */
public record RunPolicy(
    CannotStart cannotStart, Loss loss, List<String> nodes, long fillRows, long fillRangeRows) {
  /** When a node cannot start. */
  public enum CannotStart {
    /** The others take its share. */
    CONTINUE,
    /** The run fails. */
    STOP
  }

  /** When a node is lost after the start. */
  public enum Loss {
    /** The others take its share. */
    REDISTRIBUTE,
    /** Its share is not sent. */
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
