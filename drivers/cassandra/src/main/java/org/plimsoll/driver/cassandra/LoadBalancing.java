package org.plimsoll.driver.cassandra;

/** Policy that selects the node for an operation. */
enum LoadBalancing {
  TOKEN_AWARE,
  ROUND_ROBIN
}
