package org.plimsoll.fleet;

/** The fleet of this node: its members, and requests that affect all of them. */
public interface Fleet extends AutoCloseable {
  /**
   * Returns the nodes as this node sees them. It waits only briefly for the status of other nodes.
   */
  FleetView view();

  /**
   * Removes a node from the fleet. The process of the node continues as a server without a fleet.
   *
   * @param node the name or the address of a node
   * @throws UnknownNodeException if no node, or more than one, has this name
   * @throws FleetUnavailableException if this node is too busy to say whether the node will leave
   */
  void drain(String node);

  /**
   * Requests all other nodes to stop all load, and waits at most 1 s for their answers. The load of
   * this node does not change.
   *
   * @param who the caller, for the logs of the other nodes
   */
  StopAnswers stopAllLoad(String who);

  /** Leaves the fleet. */
  @Override
  void close();
}
