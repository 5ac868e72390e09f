package org.plimsoll.driver.dynomite;

/** How many racks of a datacenter must answer before a node answers the client. */
enum Consistency {
  KEEP,
  DC_ONE,
  DC_QUORUM,
  DC_SAFE_QUORUM
}
