package org.plimsoll.driver.cassandrathrift;

/** Policy that selects the node for an operation. */
enum LoadBalancing {
  PER_SESSION,
  ROUND_ROBIN,
  TOKEN_AWARE
}
