package org.plimsoll.driver.jdbc;

/** Where statements are parsed and planned ahead. */
enum Preparing {
  SERVER,
  DRIVER,
  NEVER
}
