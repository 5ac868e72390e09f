package org.plimsoll.driver.dynomite;

/** Where operations go while the owner in the local rack has no connection. */
enum Failover {
  NONE,
  RACKS,
  DATACENTERS
}
