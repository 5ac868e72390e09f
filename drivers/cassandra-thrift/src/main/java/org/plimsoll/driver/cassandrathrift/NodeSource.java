package org.plimsoll.driver.cassandrathrift;

/** Whether the nodes are those of the ring, or only those of the target. */
enum NodeSource {
  RING,
  GIVEN
}
