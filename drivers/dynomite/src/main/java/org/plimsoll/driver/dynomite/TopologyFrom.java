package org.plimsoll.driver.dynomite;

/** Source of the racks and tokens of the nodes. */
enum TopologyFrom {
  DESCRIBE,
  FLORIDA,
  PLACEMENT,
  FILE
}
