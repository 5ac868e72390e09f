package org.plimsoll.fleet.control;

/**
 * The transport of a coordinator or a member. It delivers each message at most once, and may lose
 * messages silently.
 */
public interface Outbox {
  /** Sends a message to the member at a node. */
  void toMember(String node, FleetMessage message);

  /** Sends a message to the coordinator at a node. */
  void toCoordinator(String node, FleetMessage message);

  /** Sends a message to the members at all other known nodes, reachable or not. */
  void toAllMembers(FleetMessage message);
}
