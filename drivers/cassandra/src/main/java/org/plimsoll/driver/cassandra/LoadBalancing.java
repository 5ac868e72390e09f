package org.plimsoll.driver.cassandra;

/** Which node an operation is sent to. */
enum LoadBalancing {
  TOKEN_AWARE,
  ROUND_ROBIN
}
