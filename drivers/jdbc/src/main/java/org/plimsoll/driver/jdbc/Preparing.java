package org.plimsoll.driver.jdbc;

/** Where statements are prepared: on the server, in the driver, or nowhere. */
enum Preparing {
  SERVER,
  DRIVER,
  NEVER
}
