package org.plimsoll.driver.dynomite;

/** Where the racks and tokens of the nodes are read. */
enum TopologyFrom {
  DESCRIBE,
  FLORIDA,
  PLACEMENT,
  FILE
}
