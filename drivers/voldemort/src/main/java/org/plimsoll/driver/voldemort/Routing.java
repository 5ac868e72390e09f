package org.plimsoll.driver.voldemort;

/** Whether this client or a server selects the nodes of a key. */
enum Routing {
  CLIENT,
  SERVER
}
