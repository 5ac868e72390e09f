package org.plimsoll.fleet.control;

/**
 * What the transport does for a coordinator or a member. Delivery is at most once; a message may be
 * lost, also without a sign.
 */
public interface Outbox {
  /** Sends to the member at a node. */
  void toMember(String node, FleetMessage message);

  /** Sends to the coordinator that runs at a node. */
  void toCoordinator(String node, FleetMessage message);

  /** Sends to the members at all known nodes but this one, reachable or not. */
  void toAllMembers(FleetMessage message);
}
