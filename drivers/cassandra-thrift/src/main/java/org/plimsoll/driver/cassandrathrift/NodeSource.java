package org.plimsoll.driver.cassandrathrift;

/** Which nodes receive operations: all nodes of the ring, or only the nodes of the target. */
enum NodeSource {
  RING,
  GIVEN
}
