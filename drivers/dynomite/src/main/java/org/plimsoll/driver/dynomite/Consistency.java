package org.plimsoll.driver.dynomite;

/** How many racks of a datacenter answer before a node does. */
enum Consistency {
  KEEP,
  DC_ONE,
  DC_QUORUM,
  DC_SAFE_QUORUM
}
