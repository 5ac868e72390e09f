package org.plimsoll.driver.hbase;

/** The servers that tell the client where the meta region and the master are. */
enum Registry {
  ZOOKEEPER,
  RPC
}
