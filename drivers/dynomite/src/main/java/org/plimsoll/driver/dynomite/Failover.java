package org.plimsoll.driver.dynomite;

/** Where operations are sent while the connection to the owner in the local rack is down. */
enum Failover {
  NONE,
  RACKS,
  DATACENTERS
}
