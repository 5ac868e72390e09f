package org.plimsoll.driver.jdbc;

/** Where statements are prepared. */
enum Preparing {
  SERVER,
  DRIVER,
  NEVER
}
