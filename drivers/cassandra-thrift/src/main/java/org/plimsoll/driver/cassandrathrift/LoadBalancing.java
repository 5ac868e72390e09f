package org.plimsoll.driver.cassandrathrift;

/** How an operation's node is selected. */
enum LoadBalancing {
  PER_SESSION,
  ROUND_ROBIN,
  TOKEN_AWARE
}
