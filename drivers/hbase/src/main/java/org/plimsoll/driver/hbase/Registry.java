package org.plimsoll.driver.hbase;

/** Where the client finds the meta region and the master. */
enum Registry {
  ZOOKEEPER,
  RPC
}
