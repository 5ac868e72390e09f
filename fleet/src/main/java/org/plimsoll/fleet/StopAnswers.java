package org.plimsoll.fleet;

import java.util.List;

/**
 * The answers of the other nodes to a request to stop all load.
 *
 * @param stopped the runs that they stopped
 * @param reached names of the nodes that answered
 * @param unreached names of the nodes that did not answer
 */
public record StopAnswers(List<String> stopped, List<String> reached, List<String> unreached) {
  /** The answers in a fleet of one node. */
  public static final StopAnswers ALONE = new StopAnswers(List.of(), List.of(), List.of());

  public StopAnswers {
    stopped = List.copyOf(stopped);
    reached = List.copyOf(reached);
    unreached = List.copyOf(unreached);
  }
}
