package org.plimsoll.fleet;

/** The fleet that this node belongs to: its nodes, and what concerns all of them. */
public interface Fleet extends AutoCloseable {
  /** The nodes as this node sees them. Never waits for another node for longer than a moment. */
  FleetView view();

  /**
   * Lets a node leave the fleet. Its process remains, and serves as a fleet of one.
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
