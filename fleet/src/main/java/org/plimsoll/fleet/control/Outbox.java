package org.plimsoll.fleet.control;

/**
 * The transport of a coordinator or a member. It delivers each message at most once, and may lose
 * messages without notice.
 */
public interface Outbox {
  /** Sends a message to the member on a node. */
  void toMember(String node, FleetMessage message);

  /** Sends a message to the coordinator on a node. */
  void toCoordinator(String node, FleetMessage message);

  /** Sends a message to the members on all other known nodes, reachable or not. */
  void toAllMembers(FleetMessage message);
}
