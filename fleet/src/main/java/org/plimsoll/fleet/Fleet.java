package org.plimsoll.fleet;

/** The fleet of this node: its members, and the commands that affect all of them. */
public interface Fleet extends AutoCloseable {
  /** The nodes as this node sees them. Waits only briefly for the answers of other nodes. */
  FleetView view();

  /**
   * Removes a node from the fleet. The process of the node continues as a single server.
   *
   * @param node the name or the address of a node
   * @throws UnknownNodeException when no node, or more than one, has this name
   */
  void drain(String node);

  /**
   * Asks every other node to stop all load, and waits at most a second for their answers. This
   * node's load is not touched.
   *
   * @param who the caller, for the logs of the other nodes
   */
  StopAnswers stopAllLoad(String who);

  /** Leaves the fleet. */
  @Override
  void close();
}
