package org.plimsoll.driver.gremlin;

/** The form in which a traversal is sent to a server. */
enum Submit {
  BYTECODE,
  SCRIPT
}
