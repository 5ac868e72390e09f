package org.plimsoll.driver.voldemort;

/** Whether the client or a server selects the nodes of a key. */
enum Routing {
  CLIENT,
  SERVER
}
